//! The games by the protocol's names.

use dambase_rules::GameId;

/// Every game but chess: first by the names that other programs use, where they are the same games, then by ours.
pub(super) const VARIANTS: [(&str, GameId); 12] = [
    ("normal", GameId::International),
    ("losing", GameId::InternationalGiveaway),
    ("russian", GameId::Russian),
    ("flying", GameId::Flying),
    ("russian-giveaway", GameId::RussianGiveaway),
    ("brazilian", GameId::Brazilian),
    ("canadian", GameId::Canadian),
    ("english", GameId::English),
    ("italian", GameId::Italian),
    ("spancireti", GameId::Spancireti),
    ("stop-after", GameId::StopAfter),
    ("artamonov", GameId::Artamonov),
];

/// The protocol's name of a game; `None` for chess.
pub(super) fn name_of(id: GameId) -> Option<&'static str> {
    VARIANTS.iter().find(|(_, other)| *other == id).map(|(name, _)| *name)
}

/// The game of a name: the protocol's, ours or an alias.
pub(super) fn named(name: &str) -> Result<GameId, String> {
    let same = |known: &str| known.eq_ignore_ascii_case(name);
    if let Some((_, id)) = VARIANTS.iter().find(|(known, _)| same(known)) {
        return Ok(*id);
    }
    if same("standard") {
        return Ok(GameId::International);
    }
    let id: Option<GameId> = name.parse().ok().filter(|&id| name_of(id).is_some());
    id.ok_or_else(|| {
        let names: Vec<_> = VARIANTS.iter().map(|(name, _)| *name).collect();
        format!("no variant is called {name}; there are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_but_chess_has_a_name() {
        for id in GameId::all() {
            assert_eq!(name_of(id).is_none(), id == GameId::Chess);
            assert_eq!(named(id.name()).is_ok(), id != GameId::Chess);
        }
        assert_eq!(named("Losing"), Ok(GameId::InternationalGiveaway));
        assert_eq!(named("64Rc"), Ok(GameId::Russian));
        assert!(named("frisian").unwrap_err().contains("normal"));
    }
}
