//! The table of the draughts games.

use super::board::{Board, Corner};
use super::masks::Masks;
use super::rules::{
    Draughts, King, Majority, ManCapture, ManTakes, Notation, Objective, PassingPromotion, Rules, SquareNames,
};
use crate::draw::{self, DrawRules};
use crate::{GameId, Side};

const BOARD_8X8: Board = Board { files: 8, rows: 8, corner: Corner::Left };
const BOARD_8X8_ITALIAN: Board = Board { files: 8, rows: 8, corner: Corner::Right };
const BOARD_10X8: Board = Board { files: 10, rows: 8, corner: Corner::Left };
const BOARD_10X10: Board = Board { files: 10, rows: 10, corner: Corner::Left };
const BOARD_12X12: Board = Board { files: 12, rows: 12, corner: Corner::Left };

const ALGEBRAIC_COLON: Notation = Notation { squares: SquareNames::Algebraic, capture: ':' };
const ALGEBRAIC_X: Notation = Notation { squares: SquareNames::Algebraic, capture: 'x' };
const NUMERIC_X: Notation = Notation { squares: SquareNames::Numeric, capture: 'x' };

/// S002 "64Rc": the game the other 64-square games are described by.
const RUSSIAN: Rules = Rules {
    board: BOARD_8X8,
    start_rows: 3,
    first: Side::White,
    man_capture: ManCapture::BothWays,
    man_takes: ManTakes::Anything,
    king: King::Flying,
    majority: Majority::Free,
    passing_promotion: PassingPromotion::GoesOnAsKing,
    objective: Objective::Normal,
    notation: ALGEBRAIC_COLON,
};

/// S002 "100": the main differences from 64Rc are the board, the majority and the passing man.
const INTERNATIONAL: Rules = Rules {
    board: BOARD_10X10,
    start_rows: 4,
    majority: Majority::Most,
    passing_promotion: PassingPromotion::StaysMan,
    notation: NUMERIC_X,
    ..RUSSIAN
};

/// S002 "64C": short kings, men forward only, free choice; Black moves first.
const ENGLISH: Rules = Rules {
    first: Side::Black,
    man_capture: ManCapture::Forward,
    king: King::Short,
    passing_promotion: PassingPromotion::EndsCapture,
    notation: NUMERIC_X,
    ..RUSSIAN
};

macro_rules! games {
    ($($(#[$doc:meta])* $name:ident: $word:ty = $rules:expr, $draws:expr;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
            pub struct $name;

            impl Draughts for $name {
                type Word = $word;
                const ID: GameId = GameId::$name;
                const RULES: Rules = ($rules).check();
                const DRAW_RULES: &'static [DrawRules] = $draws;
                const MASKS: &'static Masks<$word> = {
                    static MASKS: Masks<$word> = Masks::<$word>::new($name::RULES.board);
                    &MASKS
                };
            }
        )*

        /// Every draughts game in the table with its rules, for what loops over all of them.
        pub const ALL: &[(GameId, Rules)] = &[$((GameId::$name, $name::RULES)),*];
    };
}

games! {
    /// Russian draughts, S002 "64Rc". `flying` (S002 "64R") differs in its start position alone.
    Russian: u64 = RUSSIAN, draw::RUSSIAN;
    /// Russian giveaway, S002 "64P".
    RussianGiveaway: u64 = Rules { objective: Objective::Giveaway, ..RUSSIAN }, draw::GIVEAWAY;
    /// Brazilian draughts, S000 and S002 "64B": the rules of the 100-square game on 64 squares.
    Brazilian: u64 = Rules { board: BOARD_8X8, start_rows: 3, notation: ALGEBRAIC_X, ..INTERNATIONAL }, draw::BRAZILIAN;
    /// International draughts, S002 "100".
    International: u64 = INTERNATIONAL, draw::INTERNATIONAL;
    /// International giveaway, S002 "100" (give away).
    InternationalGiveaway: u64 = Rules { objective: Objective::Giveaway, ..INTERNATIONAL }, draw::GIVEAWAY;
    /// Canadian draughts, S002 "144": the rules of the 100-square game on 144 squares.
    Canadian: u128 = Rules { board: BOARD_12X12, start_rows: 5, ..INTERNATIONAL }, draw::CANADIAN;
    /// English draughts (checkers), S002 "64C".
    English: u64 = ENGLISH, draw::ENGLISH;
    /// Italian draughts, S002 "64I".
    Italian: u64 = Rules {
        board: BOARD_8X8_ITALIAN,
        first: Side::White,
        man_takes: ManTakes::MenOnly,
        majority: Majority::Italian,
        ..ENGLISH
    }, draw::ITALIAN;
    /// Spantsireti's draughts, S002 "80": Russian rules, ten files and eight rows.
    Spancireti: u64 = Rules { board: BOARD_10X8, ..RUSSIAN }, draw::SPANCIRETI;
    /// "Stop after the captured piece", S002 "64D": Russian rules but for where a king lands.
    StopAfter: u64 = Rules { king: King::FlyingStopBehind, ..RUSSIAN }, draw::STOP_AFTER;
}

/// Invokes a macro with the names of all draughts games, so that another crate can implement a trait of its own for each
/// without a list of its own.
#[macro_export]
macro_rules! for_draughts_games {
    ($callback:ident) => {
        $callback! {
            Russian RussianGiveaway Brazilian International InternationalGiveaway Canadian English Italian Spancireti StopAfter
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_for_other_crates_is_complete() {
        macro_rules! ids {
            ($($name:ident)*) => { [$($name::ID),*] };
        }
        let listed = for_draughts_games!(ids);
        assert_eq!(listed.to_vec(), ALL.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    }
}
