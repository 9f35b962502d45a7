//! From the name of a game to the code that is compiled for it.

/// Compiles an expression once for each game and runs that of the game with this [`GameId`]: the one `match` on games.
///
/// The name given stands for the game's type in the expression, which may use whatever the type implements. Games that
/// differ in their start alone share a type.
///
/// ```
/// use dambase_rules::{GameRules, GameId, with_game};
///
/// let id: GameId = "64C".parse().unwrap();
/// let fen = with_game!(id, G => G::fen(&G::start()));
/// assert!(fen.starts_with("B:W21,22,"));
/// ```
#[macro_export]
macro_rules! with_game {
    ($id:expr, $game:ident => $body:expr) => {
        $crate::with_game!(@draughts $id, $game => $body; {
            $crate::GameId::Artamonov => {
                type $game = $crate::artamonov::Artamonov;
                $body
            }
            $crate::GameId::Chess => {
                type $game = $crate::chess::Chess;
                $body
            }
        })
    };
    // The one list of draughts games, with the arms of the other families after it.
    (@draughts $id:expr, $game:ident => $body:expr; $others:tt) => {
        $crate::with_game!(@match $id, $game => $body; $others
            Russian | Flying: Russian,
            RussianGiveaway: RussianGiveaway,
            Brazilian: Brazilian,
            International: International,
            InternationalGiveaway: InternationalGiveaway,
            Canadian: Canadian,
            English: English,
            Italian: Italian,
            Spancireti: Spancireti,
            StopAfter: StopAfter,
        )
    };
    (@match $id:expr, $game:ident => $body:expr; {$($others:tt)*} $($($name:ident)|+: $type:ident,)*) => {
        match $id {
            $($($crate::GameId::$name)|+ => {
                type $game = $crate::draughts::games::$type;
                $body
            })*
            $($others)*
        }
    };
}

/// [`with_game!`] for what draughts alone has: `Some` of the expression, or `None` for a game of another family.
#[macro_export]
macro_rules! with_draughts {
    ($id:expr, $game:ident => $body:expr) => {
        $crate::with_game!(@draughts $id, $game => Some($body); {
            $crate::GameId::Artamonov | $crate::GameId::Chess => None,
        })
    };
}

#[cfg(test)]
mod tests {
    use crate::{GameId, GameRules, Wdl};

    #[test]
    fn the_rules_of_each_game_are_hashed_in_these_words() {
        // Tables carry the hash of these texts. A line that has to change is a game whose tables are read no more.
        let expected = |id| match id {
            GameId::Russian | GameId::Flying => {
                "family=draughts;board=8x8;corner=left;man-capture=both-ways;man-takes=anything;king=flying;majority=free;passing-promotion=goes-on-as-king;objective=normal"
            }
            GameId::RussianGiveaway => {
                "family=draughts;board=8x8;corner=left;man-capture=both-ways;man-takes=anything;king=flying;majority=free;passing-promotion=goes-on-as-king;objective=giveaway"
            }
            GameId::Brazilian => {
                "family=draughts;board=8x8;corner=left;man-capture=both-ways;man-takes=anything;king=flying;majority=most;passing-promotion=stays-man;objective=normal"
            }
            GameId::International => {
                "family=draughts;board=10x10;corner=left;man-capture=both-ways;man-takes=anything;king=flying;majority=most;passing-promotion=stays-man;objective=normal"
            }
            GameId::InternationalGiveaway => {
                "family=draughts;board=10x10;corner=left;man-capture=both-ways;man-takes=anything;king=flying;majority=most;passing-promotion=stays-man;objective=giveaway"
            }
            GameId::Canadian => {
                "family=draughts;board=12x12;corner=left;man-capture=both-ways;man-takes=anything;king=flying;majority=most;passing-promotion=stays-man;objective=normal"
            }
            GameId::English => {
                "family=draughts;board=8x8;corner=left;man-capture=forward;man-takes=anything;king=short;majority=free;passing-promotion=ends-capture;objective=normal"
            }
            GameId::Italian => {
                "family=draughts;board=8x8;corner=right;man-capture=forward;man-takes=men-only;king=short;majority=italian;passing-promotion=ends-capture;objective=normal"
            }
            GameId::Spancireti => {
                "family=draughts;board=10x8;corner=left;man-capture=both-ways;man-takes=anything;king=flying;majority=free;passing-promotion=goes-on-as-king;objective=normal"
            }
            GameId::StopAfter => {
                "family=draughts;board=8x8;corner=left;man-capture=both-ways;man-takes=anything;king=flying-stop-behind;majority=free;passing-promotion=goes-on-as-king;objective=normal"
            }
            GameId::Artamonov => {
                "family=artamonov;board=8x8;corner=left;may-not-move=piece-moved-last;capture-duty=of-movable-pieces;takes=any-other-piece;man-forward=of-mover;man-capture=forward;king=flying;majority=free;passing-promotion=ends-capture;promotion=on-arrival;objective=normal"
            }
            GameId::Chess => {
                "family=chess;board=8x8;castling=standard;en-passant=next-ply;promotion=queen,rook,bishop,knight;mate=loss;stalemate=draw"
            }
        };
        for id in GameId::all() {
            assert_eq!(with_game!(id, G => G::value_rules()), expected(id), "{id}");
        }
    }

    #[test]
    fn games_share_a_type_exactly_when_they_share_tables() {
        for id in GameId::all() {
            assert_eq!(with_game!(id, G => <G as GameRules>::ID), id.info().tables);
        }
    }

    #[test]
    fn the_side_without_a_move_loses_or_wins_by_the_goal() {
        for id in GameId::all() {
            let value = with_game!(id, G => G::value_without_moves(&G::start()));
            // In chess he loses who is mated; a side without a move that is not in check is in stalemate.
            if id == GameId::Chess {
                assert_eq!(value, Wdl::Draw);
                continue;
            }
            // S002 64P and 100P: he wins who has no move left.
            let giveaway = matches!(id, GameId::RussianGiveaway | GameId::InternationalGiveaway);
            assert_eq!(value, if giveaway { Wdl::Win } else { Wdl::Loss }, "{id}");
        }
    }
}
