//! Dead positions and who can still mate, against searches over the boards of cozy-chess.

mod chess_random;

use std::collections::HashSet;

use chess_random::moves;
use cozy_chess::{Board, GameStatus};
use dambase_rules::chess::dead::{can_mate, can_mate_within, cannot_mate_by_material, is_dead, is_dead_within};
use dambase_rules::chess::{Chess, Kind, Position, bit, play};
use dambase_rules::draw::Clocks;
use dambase_rules::played::{Reason, Status};
use dambase_rules::{Game, GameRules, Outcome, Side};

fn position(fen: &str) -> Position {
    Chess::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn both(fen: &str) -> (Option<bool>, Option<bool>) {
    let position = position(fen);
    (can_mate(&position, Side::White), can_mate(&position, Side::Black))
}

#[test]
fn known_cases() {
    const YES: Option<bool> = Some(true);
    const NO: Option<bool> = Some(false);
    for (fen, white, black) in [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", NO, NO),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", NO, NO),
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", NO, NO),
        ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", YES, NO),
        ("8/8/4kn2/8/8/3KB3/8/8 w - - 0 1", YES, YES),
        ("8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", YES, YES),
        // Bishops of opposite colours, and of one.
        ("8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", NO, NO),
        ("8/8/4kb2/8/8/3K1B2/8/8 w - - 0 1", YES, YES),
        ("8/8/4k3/8/8/3KBB2/8/8 w - - 0 1", YES, NO),
        ("8/8/4k3/8/8/3KB3/5B2/8 b - - 0 1", NO, NO),
        // A lone knight and what it cannot mate with: queens alone.
        ("8/8/4kq2/8/8/3KN3/8/8 w - - 0 1", NO, YES),
        ("8/8/4kr2/8/8/3KN3/8/8 w - - 0 1", YES, YES),
        ("8/8/4kp2/8/8/3KN3/8/8 w - - 0 1", YES, YES),
        ("8/8/2q1kq2/8/8/3KN3/8/8 w - - 0 1", NO, YES),
        ("8/8/4kr2/8/8/3KB3/8/8 w - - 0 1", NO, YES),
        ("8/8/2r1kq2/8/8/3KB3/8/8 w - - 0 1", NO, YES),
        ("8/8/4kp2/8/8/3KB3/8/8 w - - 0 1", YES, YES),
        // The only legal move takes the last piece that mates.
        ("8/8/8/8/8/4K3/8/6Qk b - - 0 1", NO, NO),
        ("7k/7Q/8/8/8/8/8/K7 b - - 0 1", NO, NO),
        // Stalemate and mate are ends: nothing comes of them.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", NO, NO),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", YES, NO),
        ("8/8/8/8/8/6k1/6q1/6K1 w - - 0 1", NO, YES),
        // A chain of blocked pawns through which no king comes, and one with a hole.
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", NO, NO),
        ("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1", YES, YES),
        // A bishop behind the chain that opens it, and one that has nothing to take.
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K1B1 w - - 0 1", YES, YES),
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 1", NO, NO),
        // From the start, and a king alone against an army.
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", YES, YES),
        ("rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1", NO, YES),
    ] {
        let found = both(fen);
        assert_eq!(found, (white, black), "{fen}");
        assert_eq!(is_dead(&position(fen)), Some(white == NO && black == NO), "{fen}");
    }
}

/// Who mates in all that can come of a board, looked at in the order it is found in. It stops early where more than `wanted` mate, or,
/// when `all` need not be seen, as many; `None` where `most` boards did not suffice.
fn mates_of(board: &Board, wanted: [bool; 2], all: bool, most: usize) -> Option<[bool; 2]> {
    use cozy_chess::{Color, Piece};
    let key = |board: &Board| {
        let rights = [Color::White, Color::Black].map(|color| *board.castle_rights(color));
        let kinds = Piece::ALL.map(|piece| board.pieces(piece).0);
        (board.colors(Color::White).0, kinds, board.side_to_move(), board.en_passant(), format!("{rights:?}"))
    };
    let mut found = [false; 2];
    let mut seen = HashSet::from([key(board)]);
    let mut waiting = std::collections::VecDeque::from([board.clone()]);
    while let Some(board) = waiting.pop_front() {
        let mut moves = Vec::new();
        board.generate_moves(|set| {
            moves.extend(set);
            false
        });
        if moves.is_empty() && !board.checkers().is_empty() {
            found[!board.side_to_move() as usize] = true;
        }
        if found == [true; 2] || !all && found == wanted {
            return Some(found);
        }
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            // The graph of three men says so.
            let minor = after.pieces(Piece::Knight) | after.pieces(Piece::Bishop);
            if after.occupied().len() < 3 || after.occupied().len() == 3 && !minor.is_empty() {
                continue;
            }
            if seen.insert(key(&after)) {
                waiting.push_back(after);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(found)
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    /// A legal position of kings and these pieces; now and then all in one corner, where most is forced.
    fn position(&mut self, pieces: &[(Side, Kind)]) -> Position {
        loop {
            let side = if self.below(2) == 0 { Side::White } else { Side::Black };
            let corner = self.below(3) > 0;
            let mut position = Position { side, ..Position::EMPTY };
            let kings = [(Side::White, Kind::King), (Side::Black, Kind::King)];
            for &(side, kind) in kings.iter().chain(pieces) {
                let square = if corner { self.below(4) + 8 * self.below(3) } else { self.below(64) } as u8;
                if position.occupied() & bit(square) == 0 {
                    position.put(square, side, kind);
                }
            }
            if position.occupied().count_ones() as usize == pieces.len() + 2 && position.is_legal() {
                return position;
            }
        }
    }
}

const KINDS: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

/// Every material of four men with White no weaker in number, and those of three.
fn materials() -> Vec<Vec<(Side, Kind)>> {
    let mut materials = Vec::new();
    for one in KINDS {
        materials.push(vec![(Side::White, one)]);
        for other in KINDS {
            materials.push(vec![(Side::White, one), (Side::Black, other)]);
            if one as u8 <= other as u8 {
                materials.push(vec![(Side::White, one), (Side::White, other)]);
            }
        }
    }
    materials
}

/// Both answers to four men: what is dead for a side has no mate among all that can come of it, and what is not follows from one
/// of its moves.
#[test]
fn up_to_four_men_every_answer_is_exact() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut dead, mut exhausted, mut confirmed) = (0, 0, 0);
    for pieces in materials() {
        let mut beyond = 0;
        for number in 0..60 {
            let position = random.position(&pieces);
            let fen = Chess::fen(&position);
            let found = [Side::White, Side::Black].map(|side| can_mate(&position, side).expect("four men are decided"));
            assert_eq!(is_dead(&position), Some(found == [false; 2]), "{fen}");
            dead += usize::from(found == [false; 2]);
            let board = Board::from_fen(&fen, false).unwrap();
            // What the material says needs millions of boards to see.
            let by_material = [Side::White, Side::Black].map(|side| !cannot_mate_by_material(&position, side));
            if found == [false; 2] && by_material != found && beyond < 8 {
                beyond += 1;
                assert_eq!(mates_of(&board, found, true, 100_000), Some(found), "{fen}");
                exhausted += 1;
            } else if number < 2 && found != [false; 2] {
                let mates = mates_of(&board, found, false, 10_000);
                assert!(mates.is_none_or(|mates| mates == found), "{fen}: {mates:?}, not {found:?}");
                confirmed += usize::from(mates.is_some());
            }
            if number >= 6 {
                continue;
            }
            let next: Vec<_> = moves(&position).into_iter().map(|mv| play(&position, mv)).collect();
            for side in [Side::White, Side::Black] {
                let mated = position.side != side && position.in_check(position.side) && next.is_empty();
                let follows = next.iter().any(|next| can_mate(next, side) == Some(true));
                assert_eq!(found[side as usize], mated || follows, "{fen} {side}");
            }
        }
    }
    println!("{dead} dead, {exhausted} seen whole, {confirmed} confirmed");
    assert!(
        dead > 100 && exhausted > 20 && confirmed > 5,
        "{dead} dead, {exhausted} seen whole, {confirmed} confirmed"
    );
}

/// All positions of three men on one graph, made of the moves of cozy-chess and solved backwards: where White can mate.
#[test]
fn all_positions_of_three_men_agree_with_a_graph_solved_backwards() {
    // White has the piece. By kind, white king, black king, piece and side to move; a capture leaves nothing to mate with.
    let index = |kind: usize, white: usize, black: usize, piece: usize, side: usize| {
        (((kind * 64 + white) * 64 + black) * 64 + piece) * 2 + side
    };
    let size = index(5, 0, 0, 0, 0);
    let mut before: Vec<(u32, u32)> = Vec::new();
    let mut won = vec![false; size];
    let mut legal = vec![false; size];
    let mut waiting = Vec::new();
    let kinds = [
        cozy_chess::Piece::Pawn,
        cozy_chess::Piece::Knight,
        cozy_chess::Piece::Bishop,
        cozy_chess::Piece::Rook,
        cozy_chess::Piece::Queen,
    ];
    let place = |board: &Board| {
        use cozy_chess::{Color, Piece};
        let extra = board.occupied() - board.pieces(Piece::King);
        let square = extra.into_iter().next()?;
        let kind = kinds.iter().position(|&kind| Some(kind) == board.piece_on(square))?;
        let (white, black) = (board.king(Color::White) as usize, board.king(Color::Black) as usize);
        Some(index(kind, white, black, square as usize, board.side_to_move() as usize))
    };
    for kind in KINDS {
        for white in 0..64u8 {
            // Left and right are alike for what the test is about; half of the positions are enough.
            if white & 7 > 3 {
                continue;
            }
            for black in 0..64u8 {
                for piece in 0..64u8 {
                    if white == black || piece == white || piece == black {
                        continue;
                    }
                    for side in [Side::White, Side::Black] {
                        let mut position = Position { side, ..Position::EMPTY };
                        position.put(white, Side::White, Kind::King);
                        position.put(black, Side::Black, Kind::King);
                        position.put(piece, Side::White, kind);
                        if !position.is_legal() {
                            continue;
                        }
                        let board = Board::from_fen(&Chess::fen(&position), false).unwrap();
                        let from = place(&board).unwrap();
                        legal[from] = true;
                        if board.status() == GameStatus::Won {
                            won[from] = true;
                            waiting.push(from);
                        }
                        board.generate_moves(|set| {
                            for mv in set {
                                let mut after = board.clone();
                                after.play_unchecked(mv);
                                if let Some(to) = place(&after) {
                                    before.push((mirrored(to) as u32, from as u32));
                                }
                            }
                            false
                        });
                    }
                }
            }
        }
    }
    before.sort_unstable();
    while let Some(to) = waiting.pop() {
        let first = before.partition_point(|edge| (edge.0 as usize) < to);
        for &(_, from) in before[first..].iter().take_while(|edge| edge.0 as usize == to) {
            if !std::mem::replace(&mut won[from as usize], true) {
                waiting.push(from as usize);
            }
        }
    }
    // Every ninth position, and all that are not won though their material could.
    let (mut compared, mut unwon) = (0, 0);
    for number in (0..size).filter(|&number| legal[number]) {
        let kind = number / (64 * 64 * 64 * 2);
        let poor = kind == 1 || kind == 2;
        if number % 9 != 0 && (won[number] || poor) {
            continue;
        }
        let square = |shift: usize| (number >> shift & 63) as u8;
        let side = if number & 1 == 0 { Side::White } else { Side::Black };
        let mut position = Position { side, ..Position::EMPTY };
        position.put(square(13), Side::White, Kind::King);
        position.put(square(7), Side::Black, Kind::King);
        position.put(square(1), Side::White, KINDS[kind]);
        assert_eq!(can_mate(&position, Side::White), Some(won[number]), "{}", Chess::fen(&position));
        assert_eq!(can_mate(&position, Side::Black), Some(false));
        compared += 1;
        unwon += usize::from(!won[number] && !poor);
    }
    assert!(compared > 50_000 && unwon > 1000, "{compared} compared, {unwon} not won");
}

/// The same position with the white king on the files a to d.
fn mirrored(number: usize) -> usize {
    if number >> 13 & 7 > 3 { number ^ (7 << 13 | 7 << 7 | 7 << 1) } else { number }
}

#[test]
fn with_more_men_an_answer_is_exact_or_none() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(can_mate_within(&position(fen), Side::White, 1), None);
    assert_eq!(is_dead_within(&position(fen), 1), None);
    // The material does not need the limit, nor do four men heed it.
    assert_eq!(can_mate_within(&position("rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1"), Side::White, 0), Some(false));
    assert_eq!(can_mate_within(&position("8/8/4kr2/8/8/3KN3/8/8 w - - 0 1"), Side::White, 0), Some(true));
    // Five men and forced moves, seen whole by both.
    for fen in [
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1",
        "8/8/1k6/p1p1p1p1/P1P1P1P1/6K1/8/8 w - - 0 1",
        "K7/P1k5/P7/8/8/8/8/8 w - - 0 1",
    ] {
        let found = [Side::White, Side::Black].map(|side| can_mate(&position(fen), side).unwrap());
        let board = Board::from_fen(fen, false).unwrap();
        assert_eq!(mates_of(&board, found, found == [false; 2], 100_000), Some(found), "{fen}");
    }
}

#[test]
fn a_game_ends_where_it_is_dead_first() {
    let rules = Chess::draw_rules_named(None).unwrap();
    // Stalemate is the goal, though nothing comes of it either.
    let stalemate = Game::<Chess>::from_fen(Some(rules), "8/8/8/8/8/1k6/2q5/K7 w - - 0 1").unwrap();
    assert_eq!(stalemate.status().end().unwrap().reason, Reason::NoMoves);
    // The king takes the last piece, which need not have been.
    let mut taken = Game::<Chess>::from_fen(Some(rules), "8/8/8/8/8/4k3/3R4/5K2 b - - 0 1").unwrap();
    assert_eq!(taken.status(), Status::Ongoing);
    taken.play("Kxd2", None).unwrap();
    assert_eq!(taken.status().end().map(|end| (end.reason, end.ply)), Some((Reason::Dead, 1)));
    taken.pop();
    assert_eq!(taken.status(), Status::Ongoing);

    let mut forced = Game::<Chess>::from_fen(Some(rules), "8/8/8/8/8/4K3/6Q1/7k b - - 0 1").unwrap();
    let end = forced.status().end().unwrap();
    assert_eq!((end.outcome, end.reason, end.ply, end.article()), (Outcome::Draw, Reason::Dead, 0, None));
    // Pushed on without a question, and asked later: the first ply counts.
    for text in ["Kxg2", "Ke4", "Kf2"] {
        let mv = Chess::parse_move(forced.position(), text).unwrap();
        forced.push(&mv);
    }
    assert_eq!(forced.known_end(), None);
    assert_eq!(forced.status().end(), Some(end));

    // Without draw rules only the goal ends a game.
    let free = Game::<Chess>::from_fen(None, "8/8/8/8/8/4K3/6Q1/7k b - - 0 1").unwrap();
    assert_eq!(free.status(), Status::Ongoing);
    // A clock that has run out comes after it.
    let late = Game::<Chess>::from_fen(Some(rules), "8/8/4k3/8/8/3K4/8/8 w - - 150 200").unwrap();
    assert_eq!(late.status().end().unwrap().reason, Reason::Dead);
    assert!(Reason::Dead.to_string().contains("5.2b"));
}

#[test]
fn the_stalemated_and_the_blocked_are_found_by_the_game() {
    for (fen, dead) in [
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1", false),
        ("8/8/4kq2/8/8/3KN3/8/8 w - - 0 1", false),
        ("8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", true),
    ] {
        assert_eq!(Chess::is_dead(&position(fen)), dead, "{fen}");
    }
}
