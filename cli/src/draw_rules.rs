//! Sets of draw rules, as commands name them.

use dambase_rules::draw::{Clocks, DrawRules};

use crate::error::{CliError, CliResult};

/// The set of this name.
pub fn named_rules<G: Clocks>(name: &str) -> CliResult<&'static DrawRules> {
    G::draw_rules_named(Some(name)).map_err(CliError::Usage)
}

/// Which draw rules are played by.
#[derive(clap::Args)]
pub struct DrawRulesArg {
    /// A set of draw rules of the game (`dambase rules GAME` lists them), or `none`; the default set unless told.
    #[arg(long = "draw-rules", value_name = "NAME|none")]
    name: Option<String>,
}

impl DrawRulesArg {
    /// A set, or `none`, was named.
    pub fn is_given(&self) -> bool {
        self.name.is_some()
    }

    /// The set; `None` for no draw rules.
    pub fn of<G: Clocks>(&self) -> CliResult<Option<&'static DrawRules>> {
        match self.name.as_deref() {
            Some("none") => Ok(None),
            name => G::draw_rules_named(name).map(Some).map_err(CliError::Usage),
        }
    }
}
