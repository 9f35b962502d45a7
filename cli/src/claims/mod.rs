//! `dambase claims`: whether sentences of endgame theory are true.

mod explain;
mod report;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use dambase_prober::any::AnyTablebase;
use dambase_report::Progress;
use dambase_rules::GameId;
use dambase_theory::{
    Claim, DecideError, Decision, Exception, Expected, Quantity, Scope, Status, Witness, decide, read_claims, witness,
};
use rayon::prelude::*;
use serde::Serialize;

use crate::error::{CliError, CliResult, Outcome};
use crate::output::{Out, complain, one_line, thousands};
use crate::progress::Walk;
use crate::tables::TablesArgs;

/// Decides claims: proved for every position they speak of, or refuted, with each exception.
///
/// A file of claims is TOML; `claims/LANGUAGE.md` of the source describes it, and `claims/` has those of the books. Each exception that
/// is listed is confirmed by a line of play. A claim is undecided only where tables are missing, which are named, and those that are there
/// do not refute it.
///
/// Exit status 1 if a claim is refuted or undecided, unless the file says that it is expected to be refuted; and if one comes out true
/// that is expected to be refuted. A claim that a damaged file keeps from being decided is told of on standard error, the others are decided,
/// and the exit status is 3.
///
/// With `--explain` the sentence is looked for: how the positions of a material end by condition, and a few conditions that tell wins from
/// the rest, with as few exceptions as can be found.
#[derive(clap::Args)]
pub struct ClaimsArgs {
    /// Files of claims.
    #[arg(value_name = "FILE", required_unless_present = "explain")]
    files: Vec<PathBuf>,
    /// Describe where a material, White's pieces first, is won, drawn and lost.
    #[arg(long, num_args = 2, value_names = ["GAME", "MATERIAL"], conflicts_with_all = ["files", "report", "only"])]
    explain: Option<Vec<String>>,
    #[command(flatten)]
    tables: TablesArgs,
    /// Only claims of this name; may be given several times.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// List so many exceptions of each claim; 3 unless told, and on the pages of a report 10,000.
    #[arg(long, value_name = "N|all")]
    list: Option<List>,
    /// Write a page about each claim into this folder, with its exceptions and their lines.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
    /// Say nothing of how far it is.
    #[arg(long)]
    quiet: bool,
}

/// How many exceptions are listed where nothing is said of it.
const ON_THE_TERMINAL: usize = 3;
const ON_A_PAGE: usize = 10_000;

impl ClaimsArgs {
    /// How many are printed.
    fn listed(&self) -> usize {
        self.list.map_or(ON_THE_TERMINAL, |list| list.0)
    }
}

/// How many exceptions are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct List(usize);

impl FromStr for List {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(List(usize::MAX)),
            number => number.parse().map(List).map_err(|_| "a number or \"all\" is expected".into()),
        }
    }
}

#[derive(Serialize)]
struct ClaimLine<'a> {
    claim: &'a str,
    status: &'static str,
    /// Whether that is what the file expects.
    expected: bool,
    positions: u64,
    holding: u64,
    exceptions: u64,
    first_exceptions: &'a [ListedLine],
    /// Of claims that speak of some positions, the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_examples: Option<&'a [ListedLine]>,
    longest: Option<LongestLine<'a>>,
    /// Files that have to be there for it to be decided.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    missing: &'a [String],
    game: &'static str,
    says: &'a str,
}

#[derive(Serialize)]
struct LongestLine<'a> {
    fen: &'a str,
    dtw: u16,
}

/// A position with the line that confirms its worth.
#[derive(Serialize)]
pub struct ListedLine {
    fen: String,
    wdl: &'static str,
    dtw: Option<u16>,
    /// Under the claim's draw rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<&'static str>,
    line: Vec<String>,
    end: String,
    confirmed: bool,
}

impl ListedLine {
    fn new(exception: &Exception, shown: Witness) -> Self {
        ListedLine {
            fen: exception.fen.clone(),
            wdl: exception.wdl.name(),
            dtw: exception.dtw,
            verdict: exception.ruled.map(|ruled| ruled.verdict.name()),
            article: exception.ruled.and_then(|ruled| ruled.article).map(|article| article.id),
            line: shown.line,
            end: shown.ending.words(),
            confirmed: shown.confirmed,
        }
    }

    /// What the position is worth, in words.
    fn worth(&self) -> String {
        let plies = self.dtw.map_or_else(String::new, |plies| format!(" in {}", plies_words(plies)));
        let rules = match (self.verdict, self.article) {
            (Some(verdict), Some(article)) if verdict != self.wdl => {
                format!(", {} by article {article}", verdict.replace('_', " "))
            }
            _ => String::new(),
        };
        format!("{}{plies}{rules}", self.wdl)
    }
}

/// A claim, what became of it, and lines.
struct Decided {
    claim: Claim,
    decision: Decision,
    exceptions: Vec<ListedLine>,
    examples: Vec<ListedLine>,
}

impl Decided {
    fn as_expected(&self) -> bool {
        match self.decision.status {
            Status::Proved => self.claim.expected == Expected::Proved,
            Status::Refuted => self.claim.expected == Expected::Refuted,
            Status::Undecided => false,
        }
    }

    fn all_exceptions(&self) -> u64 {
        self.decision.positions - self.decision.holding
    }
}

/// Runs the command.
pub fn run(args: &ClaimsArgs, out: &mut Out) -> CliResult {
    if let Some(asked) = &args.explain {
        let [game, material] = &asked[..] else {
            return Err(CliError::Usage("--explain needs a game and a material".into()));
        };
        let game = game.parse().map_err(|error: dambase_rules::UnknownGame| CliError::Usage(error.to_string()))?;
        return explain::run(game, material, args, out);
    }
    let claims = wanted(args)?;
    // Whether pages can be written is found out before the work.
    let mut folder = args.report.as_deref().map(|path| report::Folder::open(path, &claims)).transpose()?;
    let mut open = Opened { tables: &args.tables, games: Vec::new() };
    let mut outcome = Outcome::Done;
    let mut damaged = Vec::new();
    for claim in claims {
        let tables = open.of(claim.game)?;
        let most = if folder.is_some() { args.list.map_or(ON_A_PAGE, |list| list.0) } else { args.listed() };
        let name = claim.name.clone();
        let decided = match decided(claim, &tables, most, args.quiet) {
            // What is damaged keeps no other claim from being decided.
            Err(CliError::File(error)) => {
                complain("error", format!("claim \"{name}\": {error}"));
                damaged.push(name);
                continue;
            }
            decided => decided?,
        };
        if !decided.as_expected() {
            outcome = Outcome::Negative;
        }
        if decided.decision.positions == 0 && decided.decision.status != Status::Undecided {
            complain("warning", format!("claim \"{}\" speaks of no position", decided.claim.name));
        }
        if let Some(folder) = &mut folder {
            folder.page(&decided)?;
        }
        print(args, out, &decided)?;
    }
    if let Some(folder) = folder {
        folder.index(&damaged)?;
    }
    match damaged.is_empty() {
        true => Ok(outcome),
        false => Err(CliError::File(format!("not decided, for damaged files: {}", damaged.join(", ")))),
    }
}

/// The claims of the files, those that were asked for.
fn wanted(args: &ClaimsArgs) -> CliResult<Vec<Claim>> {
    let mut claims: Vec<Claim> = Vec::new();
    for path in &args.files {
        let text = read(path)?;
        let read = read_claims(&text).map_err(|error| CliError::Usage(format!("{}: {error}", path.display())))?;
        if read.is_empty() {
            return Err(CliError::Usage(format!("{}: there is no [[claim]] in it", path.display())));
        }
        if let Some(twice) =
            read.iter().find(|claim| claims.iter().any(|other| other.name.eq_ignore_ascii_case(&claim.name)))
        {
            return Err(CliError::Usage(format!(
                "{}: claim \"{}\" is in a file before it, too",
                path.display(),
                twice.name
            )));
        }
        claims.extend(read);
    }
    if let Some(unknown) = args.only.iter().find(|name| !claims.iter().any(|claim| claim.name == **name)) {
        return Err(CliError::Usage(format!("no claim is called \"{unknown}\"")));
    }
    if !args.only.is_empty() {
        claims.retain(|claim| args.only.contains(&claim.name));
    }
    Ok(claims)
}

/// A file of claims is no longer than this, in bytes.
const MOST_BYTES: u64 = 16 << 20;

fn read(path: &Path) -> CliResult<String> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| CliError::file(path, error))?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| CliError::file(path, error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(CliError::file(path, "too long for a file of claims: 16 MiB at most"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        CliError::Usage(format!("{}: line {line}: this is no UTF-8, which TOML is written in", path.display()))
    })
}

/// Tables of one game after the other.
struct Opened<'a> {
    tables: &'a TablesArgs,
    games: Vec<(GameId, AnyTablebase)>,
}

impl Opened<'_> {
    fn of(&mut self, game: GameId) -> CliResult<AnyTablebase> {
        let game = game.info().tables;
        if let Some((_, tables)) = self.games.iter().find(|(known, _)| *known == game) {
            return Ok(tables.clone());
        }
        let tables = open(self.tables, game)?;
        self.games.push((game, tables.clone()));
        Ok(tables)
    }
}

fn open(args: &TablesArgs, game: GameId) -> CliResult<AnyTablebase> {
    let tables = AnyTablebase::open(game, args.folders(), &args.options())?;
    for problem in tables.problems() {
        complain("warning", problem.to_string());
    }
    Ok(tables)
}

fn decided(claim: Claim, tables: &AnyTablebase, most: usize, quiet: bool) -> CliResult<Decided> {
    let walk = begun(&claim.name, tables, &claim.materials, quiet);
    let decision = decide(&claim, tables, Scope { most_exceptions: most }, &|more| walk.done(more));
    walk.end();
    let decision = decision.map_err(failed)?;
    let lines = |list: &[Exception]| -> CliResult<Vec<ListedLine>> {
        let line = |exception: &Exception| {
            let shown = witness(tables, claim.draw_rules, &exception.pieces)?;
            Ok(ListedLine::new(exception, shown))
        };
        list.par_iter().map(line).collect()
    };
    let (exceptions, examples) = (lines(&decision.exceptions)?, lines(&decision.examples)?);
    Ok(Decided { claim, decision, exceptions, examples })
}

fn failed(error: DecideError) -> CliError {
    match error {
        DecideError::Probe(error) => error.into(),
        other => CliError::Usage(other.to_string()),
    }
}

/// A display of how far it is over the positions of some materials.
fn begun(name: &str, tables: &AnyTablebase, materials: &[String], quiet: bool) -> Walk {
    let rows = materials.iter().filter_map(|material| tables.rows(material).ok()).flatten();
    let numbers = rows.filter(|row| materials.iter().any(|material| row.is_of(material))).map(|row| row.len()).sum();
    let walk = Walk::new(quiet);
    walk.planned(numbers);
    walk.begun(name);
    walk
}

fn print(args: &ClaimsArgs, out: &mut Out, decided: &Decided) -> CliResult<()> {
    let Decided { claim, decision, exceptions, examples } = decided;
    let listed = &exceptions[..exceptions.len().min(args.listed())];
    let shown = &examples[..examples.len().min(args.listed())];
    let of_some = claim.quantity != Quantity::Every;
    if args.json {
        return out.json(&ClaimLine {
            claim: &claim.name,
            status: decision.status.name(),
            expected: decided.as_expected(),
            positions: decision.positions,
            holding: decision.holding,
            exceptions: decided.all_exceptions(),
            first_exceptions: listed,
            first_examples: of_some.then_some(shown),
            longest: decision.longest.as_ref().map(|longest| LongestLine { fen: &longest.fen, dtw: longest.dtw }),
            missing: &decision.missing,
            game: claim.game.name(),
            says: &claim.says,
        });
    }
    for line in words(decided) {
        out.line(line)?;
    }
    for (what, list) in [("as it says", if of_some { shown } else { &[] }), ("exception", listed)] {
        for line in list {
            out.line(format!("  {what}: {}  {}", line.fen, line.worth()))?;
            out.line(format!(
                "    {} ({}{})",
                line.line.join(" "),
                line.end,
                if line.confirmed { "" } else { "; not confirmed" }
            ))?;
        }
    }
    out.line("")
}

fn plies_words(plies: u16) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

/// What became of a claim, in words.
fn words(decided: &Decided) -> Vec<String> {
    let Decided { claim, decision, .. } = decided;
    let unexpected = match decision.status {
        Status::Undecided => "",
        _ if decided.as_expected() => "",
        _ => " (not as the file expects)",
    };
    let mut lines = vec![
        format!("{} ({}): {}", claim.name, claim.game, one_line(&claim.says)),
        format!(
            "  {}{unexpected}: true of {} of {} positions, {}",
            decision.status.name(),
            thousands(decision.holding),
            thousands(decision.positions),
            match decided.all_exceptions() {
                1 => "1 exception".to_owned(),
                number => format!("{} exceptions", thousands(number)),
            },
        ),
    ];
    if !decision.missing.is_empty() {
        lines.push(format!("  of the tables that are there; there is no {}", decision.missing.join(", no ")));
    }
    if let Some(longest) = &decision.longest {
        lines.push(format!("  longest: {}, {}", plies_words(longest.dtw), longest.fen));
    }
    lines
}
