//! What works here, in plain words.

use crate::{
    config::{Config, Found},
    data::{Data, home},
    mind::llm::{Settings, probe_all},
    town,
};

/// Prints one line for each thing that was looked at; false if the town cannot even run without a window.
pub fn command(data: &Data) -> bool {
    crate::say!("smallville {}", env!("CARGO_PKG_VERSION"));
    for place in data.places() {
        crate::say!("data      {}", place.display());
    }
    crate::say!("saves     {}", home::saves().display());
    window();
    let mut faults = 0;
    for id in data.scenarios() {
        let found = town::check_scenario(&id, data);
        match found.len() {
            0 => crate::say!("scenario  {id}: no fault"),
            many => crate::say!("scenario  {id}: {many} faults; `smallville check {id}` lists them"),
        }
        faults += found.len();
    }
    crate::say!("mind      builtin: rules of our own, always there, no key and no network");
    servers();
    faults == 0 && !data.scenarios().is_empty()
}

/// The servers of language models at the usual ports of this machine, and those that are configured.
fn servers() {
    let settings = match Config::find(None) {
        Ok(Found { config, file, ignored }) => {
            match file {
                Some(file) => crate::say!("settings  {}", file.display()),
                None => crate::say!("settings  none: {} would be read", Config::path(None).display()),
            }
            if let Some(ignored) = ignored {
                crate::say!("          {ignored}");
            }
            config.models.unwrap_or_default()
        }
        Err(why) => {
            crate::say!("settings  {why}");
            Settings::default()
        }
    };
    let settings = settings.with_embeddings(|name| std::env::var(name).ok());
    match probe_all(&settings) {
        Ok(findings) => findings.iter().for_each(|finding| crate::say!("{finding}")),
        Err(why) => crate::say!("servers   {why}"),
    }
}

#[cfg(feature = "window")]
fn window() {
    let probe = crate::view::window::probe();
    match &probe.display {
        Ok(display) => crate::say!("display   {display}"),
        Err(why) => crate::say!("display   none: {why}"),
    }
    match &probe.adapter {
        Ok((name, backend)) => crate::say!("graphics  {name} ({backend})"),
        Err(why) => crate::say!("graphics  none: {why}"),
    }
    match probe.check() {
        Ok(()) => crate::say!("window    can be opened"),
        Err(none) => crate::say!("window    {none}"),
    }
}

#[cfg(not(feature = "window"))]
fn window() {
    crate::say!("window    none: this build has no window; `smallville run` needs none");
}
