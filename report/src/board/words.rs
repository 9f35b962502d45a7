//! A position in words, for whoever does not see it.

use dambase_rules::Side;

use super::{Diagram, Owner};

impl Diagram {
    /// The position in a few sentences: who is to move, and whose pieces stand where.
    pub fn words(&self) -> String {
        let mut sentences = vec![self.side_words().to_owned()];
        for (owner, name) in [(Owner::White, "White"), (Owner::Black, "Black"), (Owner::Nobody, "Pieces")] {
            let list = self.list(owner);
            let fits = (owner == Owner::Nobody) == self.placed.iter().any(|placed| placed.owner == Owner::Nobody);
            match list {
                Some(list) => sentences.push(format!("{name}: {list}.")),
                None if fits => sentences.push(format!("{name}: none.")),
                None => {}
            }
        }
        if let Some(square) = self.barred() {
            sentences.push(format!("The piece on {square} may not be moved."));
        }
        sentences.extend(self.castling_words());
        if let Some(square) = self.pieces.en_passant {
            sentences.push(format!("En passant on {}.", self.geometry.name(square.into())));
        }
        sentences.join(" ")
    }

    /// Who is to move.
    pub fn side_words(&self) -> &'static str {
        match self.side() {
            Side::White => "White to move.",
            Side::Black => "Black to move.",
        }
    }

    /// The pieces of an owner by kinds; `None` where there are none.
    fn list(&self, owner: Owner) -> Option<String> {
        let pieces: Vec<_> = self.placed.iter().filter(|placed| placed.owner == owner).collect();
        let kinds = pieces.chunk_by(|one, other| one.kind == other.kind).map(|group| {
            let squares: Vec<_> = group.iter().map(|placed| self.geometry.name(placed.square)).collect();
            let (one, several) = group[0].kind.names();
            format!("{} {}", if group.len() == 1 { one } else { several }, squares.join(", "))
        });
        let kinds: Vec<_> = kinds.collect();
        (!kinds.is_empty()).then(|| kinds.join("; "))
    }

    fn castling_words(&self) -> Option<String> {
        let rights: Vec<_> = ["White short", "White long", "Black short", "Black long"]
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| self.pieces.castling >> bit & 1 == 1)
            .map(|(_, words)| words)
            .collect();
        (!rights.is_empty()).then(|| format!("May still castle: {}.", rights.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dambase_rules::GameId;

    #[test]
    fn a_position_is_told_in_the_words_of_its_game() {
        for (game, fen, words) in [
            (GameId::Russian, "W:WKa1,c3,e3:BKh8", "White to move. White: king a1; men c3, e3. Black: king h8."),
            (GameId::Russian, "B:Wc3:B", "Black to move. White: man c3. Black: none."),
            (GameId::International, "B:WK50:BK1,12", "Black to move. White: king 50. Black: king 1; man 12."),
            (
                GameId::Artamonov,
                "W:Mc3,e5:Kd4:Xd4",
                "White to move. Pieces: king d4; men e5, c3. The piece on d4 may not be moved.",
            ),
            (
                GameId::Chess,
                "r3k3/8/8/8/8/8/P7/R3K2R w KQq - 0 1",
                "White to move. White: king e1; rooks a1, h1; pawn a2. Black: king e8; rook a8. May still castle: White short, \
                 White long, Black long.",
            ),
        ] {
            assert_eq!(Diagram::from_fen(game, fen).unwrap().words(), words);
        }
    }
}
