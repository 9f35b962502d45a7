//! Reports in a real browser: headless Chromium opens them from the disk, in the light, in the dark and for the printer.
//!
//! Without a browser the test is skipped, with words; in CI (the variable CI is set) it fails. Pictures are left in the target folder
//! (`tmp/report-screenshots`). With DAMBASE_LONG=1 every game's report to four pieces is opened.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use common::made;
use dambase_format::Metric;
use dambase_rules::GameId;

/// No browser takes longer for a page, the long form's included.
const MOST_TIME: Duration = Duration::from_secs(300);

fn chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let folders: Vec<_> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}

/// Opens a page in a browser that has never been used.
fn browse(browser: &Path, page: &Path, more: &[&str]) -> Output {
    let profile = tempfile::tempdir().expect("a folder for the browser");
    let (out, err) = (profile.path().join("out"), profile.path().join("err"));
    let file = |path: &Path| std::fs::File::create(path).expect("a file for what the browser says");
    let mut child = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"])
        // Nothing but the disk is there.
        .args(["--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--disable-dev-shm-usage"])
        .arg(format!("--user-data-dir={}", profile.path().join("profile").display()))
        .args(more)
        .arg(format!("file://{}", page.display()))
        .stdout(file(&out))
        .stderr(file(&err))
        .spawn()
        .expect("the browser starts");
    let begin = Instant::now();
    let status = loop {
        match child.try_wait().expect("the browser can be waited for") {
            Some(status) => break status,
            None if begin.elapsed() > MOST_TIME => {
                let _ = child.kill();
                panic!("the browser does not come to an end with {}", page.display());
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let read = |path| std::fs::read(path).expect("what the browser said");
    let output = Output { status, stdout: read(out), stderr: read(err) };
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{complaints}");
    // What a page says to the console, and what it could not load.
    for line in complaints.lines() {
        assert!(!line.contains("CONSOLE") && !line.contains("ERR_"), "{}: {line}", page.display());
    }
    output
}

/// Goes through a page as a reader would, by keys and by buttons, and leaves what it found in the document.
const READER: &str = r##"
const faults = [];
function fault(words) { faults.push(words); }
function colours(text) {
  const numbers = text.match(/[\d.]+/g).map(Number);
  return numbers.length === 3 ? numbers.concat(1) : numbers;
}
function light(colour) {
  const parts = colour.slice(0, 3).map(function (part) {
    const c = part / 255;
    return 0.03928 >= c ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  });
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}
function contrast(one, other) {
  const lights = [light(one), light(other)];
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}
function paper(element) {
  for (let e = element; e; e = e.parentElement) {
    const colour = colours(getComputedStyle(e).backgroundColor);
    if (colour[3] === 1) return colour;
  }
  return [255, 255, 255, 1];
}
document.querySelectorAll("p, th, td, a, li, summary, button, caption, h1, h2, h3, h4, code, .share, .plot text").forEach(function (e) {
  // What stands on a bar is checked by hand: bars are its paper.
  if (e.matches('[fill="#FEFEFE"], [fill="#111111"]') || e.matches(".skip")) return;
  const style = getComputedStyle(e);
  const ink = colours(e.matches(".plot text") ? style.fill : style.color);
  const found = contrast(ink, paper(e));
  if (4.5 > found) fault("contrast " + found.toFixed(2) + " of " + e.tagName + " " + e.textContent.slice(0, 30));
});
let played = 0;
document.querySelectorAll(".line").forEach(function (line) {
  const moves = line.querySelectorAll(".moves li");
  const buttons = line.querySelectorAll(".controls button");
  if (line.dataset.ready !== "true" || buttons.length !== 4) { fault("no player"); return; }
  const now = line.querySelector(".now");
  function drawn() {
    const uses = Array.from(line.querySelectorAll(".pieces use"));
    uses.forEach(function (use) { if (!document.querySelector(use.getAttribute("href"))) fault("no piece " + use.getAttribute("href")); });
    return uses.map(function (use) { return ["href", "x", "y"].map(function (name) { return use.getAttribute(name); }).join(" "); }).join(" ");
  }
  function expected(step) { return step.dataset.parts.replace(/([a-z]+) (\d+) (\d+)/g, "#$1 $2 $3"); }
  function key(name) { buttons[2].dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true })); }
  const start = drawn();
  if (start !== expected(line.querySelector(".moves"))) fault("another start: " + start);
  moves.forEach(function (move, i) {
    key("ArrowRight");
    if (drawn() !== expected(move)) fault("move " + (i + 1) + " is not drawn: " + drawn());
    if (!now.textContent.startsWith("After move " + (i + 1) + " ")) fault("not told: " + now.textContent);
    if (line.querySelector("title").textContent !== move.dataset.words) fault("title");
    if (line.querySelectorAll("[aria-current]").length !== 1) fault("no current move");
    played += 1;
  });
  key("ArrowRight");
  key("ArrowLeft");
  if (moves.length !== 1 && drawn() !== expected(moves[moves.length - 2])) fault("one back");
  key("Home");
  if (drawn() !== start) fault("not at the start");
  buttons[3].click();
  if (drawn() !== expected(moves[moves.length - 1])) fault("not at the end");
  buttons[0].click();
  moves[0].querySelector("button").click();
  if (drawn() !== expected(moves[0])) fault("a move is no button");
  buttons[1].click();
  if (drawn() !== start) fault("not back");
});
if (document.documentElement.scrollWidth > window.innerWidth) { const wide = Array.from(document.querySelectorAll("main *")).filter(function (e) { return e.getBoundingClientRect().right > window.innerWidth + 1 && !e.closest(".scroll"); }); fault("wider than the window: " + document.documentElement.scrollWidth + " " + wide.slice(0, 3).map(function (e) { return e.tagName + "." + e.className + " " + e.textContent.slice(0, 20); }).join(", ")); }
document.body.dataset.played = played;
document.body.dataset.lines = document.querySelectorAll(".line").length;
document.body.dataset.dark = matchMedia("(prefers-color-scheme: dark)").matches;
document.body.dataset.faults = faults.join("; ");
"##;

/// The value of one of the reader's fields.
fn field<'a>(dom: &'a str, name: &str) -> &'a str {
    let from = dom.find(&format!("data-{name}=\"")).unwrap_or_else(|| panic!("the reader did not come to its end"));
    let value = &dom[from + name.len() + 7..];
    &value[..value.find('"').expect("the end of a value")]
}

fn open(browser: &Path, game: GameId, page: &Path, pictures: &Path) {
    let html = std::fs::read_to_string(page).expect("the page");
    let lines = html.matches("<div class=\"line\"").count();
    let moves = html.matches("<li data-parts=").count();
    // As HTML the script need not be XML.
    let read = page.with_file_name("read.html");
    std::fs::write(&read, html.replace("</body>", &format!("<script>{READER}</script></body>"))).expect("a copy");
    let name = format!("{game}-{}", page.file_stem().expect("a name").to_string_lossy());
    for (mode, dark, width) in [("light", false, "1000"), ("dark", true, "1000"), ("narrow", false, "500")] {
        let scheme: &[&str] = if dark { &["--force-dark-mode"] } else { &[] };
        let window = format!("--window-size={width},3000");
        let output = browse(browser, &read, &[scheme, &[&window, "--dump-dom"]].concat());
        let dom = String::from_utf8(output.stdout).expect("text");
        assert_eq!(field(&dom, "faults"), "", "{name} {mode}");
        assert_eq!(field(&dom, "dark"), dark.to_string(), "{name}");
        assert_eq!((field(&dom, "lines"), field(&dom, "played")), (&*lines.to_string(), &*moves.to_string()), "{name}");
        // A narrow page is looked through alone.
        if width != "1000" {
            continue;
        }
        let picture = pictures.join(format!("{name}-{mode}.png"));
        let _ = std::fs::remove_file(&picture);
        browse(browser, page, &[scheme, &[&window, &format!("--screenshot={}", picture.display())]].concat());
        assert!(std::fs::read(&picture).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG") && bytes.len() > 10_000));
    }
    let print = pictures.join(format!("{name}.pdf"));
    let _ = std::fs::remove_file(&print);
    browse(browser, page, &["--no-pdf-header-footer", &format!("--print-to-pdf={}", print.display())]);
    assert!(std::fs::read(&print).is_ok_and(|bytes| bytes.starts_with(b"%PDF") && bytes.len() > 10_000));
}

#[test]
fn reports_are_read_in_a_browser() {
    let Some(browser) = chromium() else {
        assert!(std::env::var_os("CI").is_none(), "there is no Chromium, and CI has to have one");
        eprintln!("skipped: there is no Chromium on this machine");
        return;
    };
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report-screenshots");
    std::fs::create_dir_all(&pictures).expect("a folder for pictures");
    let few = [GameId::Russian, GameId::Canadian, GameId::Artamonov, GameId::Chess];
    for game in GameId::all().filter(|game| common::long() || few.contains(game)) {
        let made = made(game, &Metric::THEORY, true);
        for (page, _) in made.report(Some(made.rules)) {
            open(&browser, game, &page, &pictures);
        }
    }
}
