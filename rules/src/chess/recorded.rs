//! Games of chess that were written down, and the article of the laws that a wrong move breaks.

use super::attacks::{FILE_A, RANK_1, ahead, between, bit, pawn_attacks, pawn_home, squares};
use super::castling::Castling;
use super::dead::can_mate;
use super::fen::square_name;
use super::moves::piece_attacks;
use super::notation::{Described, describe, parse_move};
use super::{Chess, Kind, Move, Position, for_each_move, play};
use crate::pdn::PdnMove;
use crate::played::{Mistake, Recorded, Replay};
use crate::{GameRules, MoveError, Side};

impl Recorded for Chess {
    /// A text that fits several moves ends it: two pieces of one kind are told apart by the one who writes.
    fn replay(start: &Position, texts: &[&PdnMove]) -> Replay<Move> {
        let mut replay = Replay { moves: Vec::new(), mistake: None, notes: Vec::new() };
        let mut position = *start;
        for text in texts {
            match parse_move(&position, &text.notation()) {
                Ok(mv) => {
                    position = play(&position, mv);
                    replay.moves.push(mv);
                }
                Err(error) => {
                    replay.mistake = Some(mistake(&position, replay.moves.last(), text, &error));
                    break;
                }
            }
        }
        replay
    }

    fn can_win(position: &Position, side: Side) -> Option<bool> {
        can_mate(position, side)
    }
}

/// An article of FIDE's laws of 2014, and what is wrong by it.
type Complaint = (&'static str, String);

/// What is wrong with a move: 3.10 of S003 calls a move illegal that does not do what 3.1 to 3.9 demand, and the article is the one
/// of these that it breaks. `last` is the move before.
fn mistake(position: &Position, last: Option<&Move>, text: &PdnMove, error: &MoveError) -> Mistake {
    let mut legal = Vec::new();
    for_each_move(position, |mv| legal.push(Chess::move_text(position, &mv)));
    let (article, reason) = match error {
        MoveError::Syntax { reason, .. } => ("3.10", reason.clone()),
        MoveError::Ambiguous { candidates, .. } if candidates.iter().all(|text| text.contains('=')) => (
            "3.7",
            "a pawn that reaches the last rank becomes a queen, rook, bishop or knight as part of the move (3.7e)"
                .to_owned(),
        ),
        MoveError::Ambiguous { candidates, .. } => ("C.10", format!("it may be any of {}", candidates.join(" "))),
        MoveError::Illegal { .. } => match describe(&text.notation()) {
            Ok(described) => Wrong { position, last, described }.complaint(),
            Err(reason) => ("3.10", reason.to_owned()),
        },
    };
    Mistake { book: "FIDE 2014", article, reason: format!("\"{}\": {reason}", text.text()), legal }
}

/// A text that names no legal move.
struct Wrong<'a> {
    position: &'a Position,
    last: Option<&'a Move>,
    described: Described,
}

fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "pawn",
        Kind::Knight => "knight",
        Kind::Bishop => "bishop",
        Kind::Rook => "rook",
        Kind::Queen => "queen",
        Kind::King => "king",
    }
}

impl Wrong<'_> {
    fn side(&self) -> Side {
        self.position.side
    }

    fn own(&self, square: u8) -> bool {
        self.position.pieces(self.side()) & bit(square) != 0
    }

    fn theirs(&self, square: u8) -> bool {
        self.position.pieces(self.side().other()) & bit(square) != 0
    }

    fn complaint(&self) -> Complaint {
        let Described { kind, from_file, from_rank, to, capture, promotion, castling } = self.described;
        if let Some(short) = castling {
            return self.castling(short);
        }
        let Some(to) = to else { return ("3.10", "no square to go to is named".to_owned()) };
        // All but one word of it is right.
        if self.fits_without(|described| described.capture = None) {
            let name = square_name(to);
            let said = if capture == Some(true) { "nothing is captured" } else { "something is captured" };
            return ("C.9", format!("{said} on {name}"));
        }
        if promotion.is_some() && self.fits_without(|described| described.promotion = None) {
            return ("3.7", format!("nothing is promoted on {} (3.7e)", square_name(to)));
        }

        let mut from = self.position.pieces(self.side());
        if let Some(file) = from_file {
            from &= FILE_A << file;
        }
        if let Some(rank) = from_rank {
            from &= RANK_1 << (8 * rank);
        }
        if let Some(kind) = kind {
            from &= self.position.kinds[kind as usize];
            // Written without a file it goes straight on.
            if kind == Kind::Pawn && from_file.is_none() {
                from &= FILE_A << (to & 7);
            }
        }
        let complaints = squares(from).filter_map(|from| Some(self.of_piece(self.position.kind_on(from)?, from, to)));
        // Of several pieces that may be meant, the one with which the least is wrong.
        let place = |article: &str| ["3.9", "3.1", "3.5"].iter().position(|one| *one == article).unwrap_or(3);
        complaints.min_by_key(|(article, _)| place(article)).unwrap_or_else(|| self.no_piece())
    }

    fn fits_without(&self, change: impl FnOnce(&mut Described)) -> bool {
        let mut other = self.described;
        change(&mut other);
        let mut fits = false;
        for_each_move(self.position, |mv| fits |= other.fits(&mv));
        fits
    }

    /// No piece of the side to move is where the text says.
    fn no_piece(&self) -> Complaint {
        let (side, Described { kind, from_file, from_rank, to, .. }) = (self.side(), self.described);
        if let (None, Some(file), Some(rank)) = (kind, from_file, from_rank) {
            let from = rank * 8 + file;
            let name = square_name(from);
            return (
                "3.10",
                match self.theirs(from) {
                    true => format!("the piece on {name} is {}'s, and {side} is to move", side.other()),
                    false => format!("nothing stands on {name}"),
                },
            );
        }
        let place = match (from_file, from_rank) {
            (Some(file), Some(rank)) => format!(" on {}", square_name(rank * 8 + file)),
            (Some(file), None) => format!(" on the {}-file", char::from(b'a' + file)),
            (None, Some(rank)) => format!(" on rank {}", rank + 1),
            (None, None) => String::new(),
        };
        match (kind, to) {
            (Some(Kind::Pawn), Some(to)) if place.is_empty() => (
                "3.7",
                format!(
                    "{side} has no pawn on the {}-file that could step to {}",
                    char::from(b'a' + (to & 7)),
                    square_name(to)
                ),
            ),
            (Some(Kind::Pawn), _) => ("3.7", format!("{side} has no pawn{place}")),
            (Some(kind), _) => ("3.10", format!("{side} has no {}{place}", noun(kind))),
            (None, _) => ("3.10", format!("{side} has no piece{place}")),
        }
    }

    fn of_piece(&self, kind: Kind, from: u8, to: u8) -> Complaint {
        if kind == Kind::Pawn {
            return self.of_pawn(from, to);
        }
        if kind == Kind::King && from.abs_diff(to) == 2 && from >> 3 == to >> 3 {
            return self.castling(to > from);
        }
        let (occupied, at, name) = (self.position.occupied(), square_name(from), square_name(to));
        if piece_attacks(kind, from, occupied) & bit(to) != 0 {
            return if self.own(to) { self.own_piece(to) } else { self.in_check(kind, from, to) };
        }
        if piece_attacks(kind, from, 0) & bit(to) != 0 {
            let bars = squares(between(from, to) & occupied).map(square_name).collect::<Vec<_>>().join(" and ");
            return ("3.5", format!("the {} on {at} does not jump: {bars} is in its way to {name}", noun(kind)));
        }
        match kind {
            Kind::Bishop => ("3.2", format!("the bishop on {at} moves along diagonals, and {name} is on none of them")),
            Kind::Rook => ("3.3", format!("the rook on {at} moves along its file and rank, and {name} is on neither")),
            Kind::Queen => {
                ("3.4", format!("the queen on {at} moves along its file, rank and diagonals, and {name} is on none"))
            }
            Kind::Knight => ("3.6", format!("no jump of the knight on {at} leads to {name}")),
            Kind::King | Kind::Pawn => {
                ("3.8", format!("the king on {at} moves to a next square, and {name} is none (3.8a)"))
            }
        }
    }

    fn own_piece(&self, to: u8) -> Complaint {
        ("3.1", format!("a piece of {} itself stands on {}", self.side(), square_name(to)))
    }

    /// Nothing is wrong with the move but what becomes of the king.
    fn in_check(&self, kind: Kind, from: u8, to: u8) -> Complaint {
        let king = square_name(self.position.king(self.side()));
        (
            "3.9",
            match kind {
                Kind::King => format!("{} is attacked", square_name(to)),
                _ if self.position.in_check(self.side()) => format!("the king on {king} stays in check"),
                _ => format!("the {} on {} leaves the king on {king} in check", noun(kind), square_name(from)),
            },
        )
    }

    fn of_pawn(&self, from: u8, to: u8) -> Complaint {
        let (side, occupied, at, name) = (self.side(), self.position.occupied(), square_name(from), square_name(to));
        let once = ahead(bit(from), side);
        let twice = ahead(once, side);
        if pawn_attacks(bit(from), side) & bit(to) != 0 {
            let victim = self.position.en_passant_victim(to);
            let just_stepped = self.last.is_some_and(|last| last.is_double_step() && bit(last.to) == victim);
            return if self.theirs(to) || self.position.en_passant == Some(to) || just_stepped {
                self.in_check(Kind::Pawn, from, to)
            } else if self.own(to) {
                self.own_piece(to)
            } else if victim
                & self.position.of(side.other(), Kind::Pawn)
                & ahead(ahead(pawn_home(side.other()), side.other()), side.other())
                != 0
            {
                (
                    "3.7",
                    format!("the pawn on {at} may take on {name} en passant only right after the double step (3.7d)"),
                )
            } else {
                ("3.7", format!("there is nothing on {name} that the pawn on {at} could take (3.7c)"))
            };
        }
        if once == bit(to) || twice == bit(to) {
            if twice == bit(to) && pawn_home(side) & bit(from) == 0 {
                return ("3.7", format!("the pawn on {at} takes two steps from its first square only (3.7b)"));
            }
            let way = if once == bit(to) { once } else { once | twice };
            if way & occupied != 0 {
                let bar = squares(way & occupied).map(square_name).collect::<Vec<_>>().join(" and ");
                let letter = if once == bit(to) { 'a' } else { 'b' };
                return ("3.7", format!("the pawn on {at} steps to free squares, and {bar} is occupied (3.7{letter})"));
            }
            return self.in_check(Kind::Pawn, from, to);
        }
        ("3.7", format!("the pawn on {at} does not move to {name}: it steps forward and takes diagonally forward"))
    }

    fn castling(&self, short: bool) -> Complaint {
        let (position, side) = (self.position, self.side());
        let Some((number, way)) =
            Castling::WAYS.iter().enumerate().find(|(_, way)| way.side == side && (way.rook > way.king) == short)
        else {
            return ("3.8", "there is no such castling".to_owned());
        };
        if !position.castling.has(number) {
            return (
                "3.8",
                "the king or that rook is not, or not for the first time, on its first square (3.8b 1)".to_owned(),
            );
        }
        let bars = way.empty & position.occupied();
        if bars != 0 {
            let bars = squares(bars).map(square_name).collect::<Vec<_>>().join(" and ");
            return ("3.8", format!("{bars} between king and rook is not free (3.8b 2b)"));
        }
        let attacked = squares(way.safe)
            .filter(|&square| position.attackers(square, side.other(), position.occupied()) != 0)
            .map(square_name)
            .collect::<Vec<_>>();
        (
            "3.8",
            format!(
                "{} is attacked, and the king may not stand on, cross or reach such a square (3.8b 2a)",
                attacked.join(" and ")
            ),
        )
    }
}
