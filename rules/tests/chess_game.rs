//! Games of chess against a player without memory or shortcuts: after each ply it counts everything again from the first position,
//! on boards of cozy-chess.

use std::collections::HashSet;

use cozy_chess::util::{display_uci_move, parse_uci_move};
use cozy_chess::{Board, CastleRights, Color, File, Piece};
use dambase_rules::chess::{Chess, Move, for_each_move, square_name};
use dambase_rules::draw::Clocks;
use dambase_rules::played::{Effect, Reason, Status};
use dambase_rules::{Game, Outcome, Side};

/// What the laws look at: everything that must be the same for a position to recur.
type Seen = ([u64; 8], Color, [CastleRights; 2], Option<File>);

struct Naive {
    boards: Vec<Board>,
    /// What is seen on each.
    seen: Vec<Seen>,
    /// The clock of the first board.
    half_moves: usize,
}

fn moves(board: &Board) -> Vec<cozy_chess::Move> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    moves
}

fn after(board: &Board, mv: cozy_chess::Move) -> Board {
    let mut after = board.clone();
    after.play_unchecked(mv);
    after
}

fn men(board: &Board) -> [u64; 8] {
    let [pawns, knights, bishops, rooks, queens, kings] = Piece::ALL.map(|piece| board.pieces(piece).0);
    let [white, black] = [Color::White, Color::Black].map(|color| board.colors(color).0);
    [pawns, knights, bishops, rooks, queens, kings, white, black]
}

fn seen(board: &Board) -> Seen {
    let rights = [Color::White, Color::Black].map(|color| *board.castle_rights(color));
    let taken = moves(board).into_iter().any(|mv| {
        board.piece_on(mv.from) == Some(Piece::Pawn)
            && mv.from.file() != mv.to.file()
            && board.piece_on(mv.to).is_none()
    });
    (men(board), board.side_to_move(), rights, board.en_passant().filter(|_| taken))
}

/// A capture or a pawn's move.
fn sets_back(before: &Board, after: &Board) -> bool {
    before.occupied().len() != after.occupied().len() || before.pieces(Piece::Pawn) != after.pieces(Piece::Pawn)
}

impl Naive {
    fn last(&self) -> &Board {
        self.boards.last().unwrap()
    }

    fn half_moves(&self) -> usize {
        let back = self.boards.windows(2).rev().take_while(|pair| !sets_back(&pair[0], &pair[1])).count();
        if back + 1 == self.boards.len() { back + self.half_moves } else { back }
    }

    fn occurrences(&self, board: &Board) -> usize {
        let wanted = seen(board);
        self.seen.iter().filter(|seen| **seen == wanted).count()
    }

    fn claims(&self) -> Vec<&'static str> {
        let next: Vec<_> = moves(self.last()).into_iter().map(|mv| after(self.last(), mv)).collect();
        let mut claims = Vec::new();
        if self.occurrences(self.last()) >= 3 || next.iter().any(|next| self.occurrences(next) >= 2) {
            claims.push("9.2");
        }
        let clock = self.half_moves();
        if clock >= 100 || clock == 99 && next.iter().any(|next| !sets_back(self.last(), next)) {
            claims.push("9.3");
        }
        claims
    }

    /// The articles that draw by themselves.
    fn draws(&self) -> Vec<&'static str> {
        let mut draws = Vec::new();
        if self.occurrences(self.last()) >= 5 {
            draws.push("9.6a");
        }
        if self.half_moves() >= 150 {
            draws.push("9.6b");
        }
        draws
    }
}

/// Two kings alone, with one knight, or with bishops on one colour.
fn is_bare(board: &Board) -> bool {
    let others = board.occupied() - board.pieces(Piece::King);
    let (bishops, knights) = (board.pieces(Piece::Bishop), board.pieces(Piece::Knight));
    let colours: HashSet<_> = bishops.into_iter().map(|square| (square as u8 ^ square as u8 >> 3) & 1).collect();
    others.is_empty() || others == knights && others.len() == 1 || others == bishops && colours.len() == 1
}

/// No mate is among all that can come of the board.
fn never_mates(board: &Board) -> bool {
    let mut known = HashSet::from([seen(board)]);
    let mut waiting = vec![board.clone()];
    while let Some(board) = waiting.pop() {
        let next = moves(&board);
        if next.is_empty() && !board.checkers().is_empty() {
            return false;
        }
        for mv in next {
            let next = after(&board, mv);
            if !is_bare(&next) && known.insert(seen(&next)) {
                waiting.push(next);
            }
        }
        assert!(known.len() < 200_000, "too much can come of it");
    }
    true
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

fn uci(mv: &Move) -> String {
    let promotion: String = mv.promotion.iter().map(|kind| kind.letter().to_ascii_lowercase()).collect();
    format!("{}{}{promotion}", square_name(mv.from), square_name(mv.to))
}

#[derive(Clone, Copy)]
enum Manner {
    Free,
    /// Neither captures nor pawns' moves, where there are others.
    Quiet,
    /// Back and forth.
    Repeating,
}

fn choose(game: &Game<Chess>, manner: Manner, random: &mut Random) -> Option<Move> {
    let mut all = Vec::new();
    for_each_move(game.position(), |mv| all.push(mv));
    let wanted: Vec<_> = match manner {
        Manner::Free => Vec::new(),
        Manner::Quiet if random.below(400) == 0 => Vec::new(),
        Manner::Quiet => all.iter().copied().filter(Move::is_quiet).collect(),
        Manner::Repeating => {
            let back = game.plies().checked_sub(2).and_then(|ply| game.moves().nth(ply)).copied();
            let back = |mv: &Move| back.is_some_and(|last| (last.from, last.to) == (mv.to, mv.from));
            let back: Vec<_> = all.iter().copied().filter(back).collect();
            if back.is_empty() || random.below(6) == 0 {
                all.iter().copied().filter(Move::is_quiet).collect()
            } else {
                back
            }
        }
    };
    let from = if wanted.is_empty() { all } else { wanted };
    if from.is_empty() { None } else { Some(from[random.below(from.len())]) }
}

const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "3k4/3p4/8/8/8/8/3P4/3K4 w - - 0 1",
    "4k3/8/8/8/8/8/8/3QK3 w - - 96 90",
    "4kn2/8/8/8/8/8/8/2B1K3 w - - 146 90",
    "4k3/2b5/8/8/8/8/8/2B1K3 b - - 0 1",
    "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/1N2K3 w - - 10 1",
    "6k1/8/8/8/8/8/5n2/R5K1 b - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
    "7k/7P/6K1/8/8/8/8/8 w - - 0 1",
];

#[derive(Default, Debug)]
struct Count {
    games: usize,
    plies: usize,
    mates: usize,
    stalemates: usize,
    dead: usize,
    dead_beyond_material: usize,
    repeated: usize,
    run_out: usize,
    claimable: usize,
}

fn play_one(start: &str, manner: Manner, random: &mut Random, count: &mut Count) {
    let mut game = Game::<Chess>::from_fen(Some(Chess::draw_rules_named(None).unwrap()), start).unwrap();
    let half_moves = start.split(' ').nth(4).unwrap().parse().unwrap();
    // Its own clock does not go so far.
    let fields: Vec<_> = start.split(' ').take(4).collect();
    let board = Board::from_fen(&format!("{} 0 1", fields.join(" ")), false).unwrap();
    let mut naive = Naive { seen: vec![seen(&board)], boards: vec![board], half_moves };
    count.games += 1;
    for ply in 0..220 {
        let context = || format!("{start}: {:?}", game.moves().map(uci).collect::<Vec<_>>());
        let board = naive.last();
        let (clock, rules) = (naive.half_moves(), game.draw_rules().unwrap());
        let running: Vec<_> = game.counters().running(rules).map(|(_, value)| usize::from(value)).collect();
        assert_eq!(running, [clock, clock], "{}", context());
        assert_eq!(usize::from(game.occurrences()), naive.occurrences(board), "{}", context());
        let status = game.status();
        let draws = naive.draws();
        if moves(board).is_empty() {
            let outcome = match (board.checkers().is_empty(), board.side_to_move()) {
                (true, _) => Outcome::Draw,
                (false, Color::White) => Outcome::Win(Side::Black),
                (false, Color::Black) => Outcome::Win(Side::White),
            };
            let end = status.end().unwrap();
            assert_eq!((end.outcome, end.reason, end.ply), (outcome, Reason::NoMoves, ply), "{}", context());
            *if outcome == Outcome::Draw { &mut count.stalemates } else { &mut count.mates } += 1;
            return;
        }
        match status {
            Status::Over(end) => {
                assert_eq!((end.outcome, end.ply), (Outcome::Draw, ply), "{}", context());
                match end.reason {
                    Reason::Dead => {
                        assert!(is_bare(board) || never_mates(board), "{}", context());
                        count.dead += 1;
                        count.dead_beyond_material += usize::from(!is_bare(board));
                    }
                    Reason::Article(article) => {
                        assert!(!is_bare(board) && draws.first() == Some(&article.id), "{}", context());
                        *if article.id == "9.6a" { &mut count.repeated } else { &mut count.run_out } += 1;
                    }
                    Reason::NoMoves => panic!("there are moves: {}", context()),
                }
                return;
            }
            Status::Claimable(claims) => {
                assert!(draws.is_empty() && !is_bare(board), "{}", context());
                assert!(claims.iter().all(|claim| claim.effect == Effect::Draw && claim.by == game.side_to_move()));
                let claims: Vec<_> = claims.iter().map(|claim| claim.article.id).collect();
                assert_eq!(claims, naive.claims(), "{}", context());
                count.claimable += 1;
            }
            Status::Ongoing => {
                assert!(draws.is_empty() && !is_bare(board), "{}", context());
                assert!(naive.claims().is_empty(), "{}", context());
            }
        }
        let Some(mv) = choose(&game, manner, random) else { panic!("{}", context()) };
        let theirs = parse_uci_move(board, &uci(&mv)).unwrap();
        assert_eq!(display_uci_move(board, theirs).to_string(), uci(&mv));
        let next = after(board, theirs);
        game.push(&mv);
        // Taken back and made again it is the same.
        if random.below(8) == 0 {
            assert_eq!(game.pop(), Some(mv));
            game.push(&mv);
        }
        naive.seen.push(seen(&next));
        naive.boards.push(next);
        count.plies += 1;
    }
}

#[test]
fn hundreds_of_games_go_as_a_naive_player_says() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut count = Count::default();
    for round in 0..24 {
        for start in STARTS {
            for manner in [Manner::Free, Manner::Quiet, Manner::Repeating] {
                // The long ones less often.
                if round % 4 == 0 || !matches!(manner, Manner::Quiet) {
                    play_one(start, manner, &mut random, &mut count);
                }
            }
        }
    }
    println!("{count:?}");
    let Count { mates, stalemates, dead, dead_beyond_material, repeated, run_out, claimable, .. } = count;
    for (number, what) in [
        (mates, "mates"),
        (stalemates, "stalemates"),
        (dead, "dead positions"),
        (dead_beyond_material, "dead positions beyond the material"),
        (repeated, "fifth occurrences"),
        (run_out, "seventy-five moves"),
        (claimable, "claims"),
    ] {
        assert!(number > 0, "no {what}: {count:?}");
    }
}
