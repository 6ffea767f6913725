//! Pictures of an evaluation: how news spread, who knows whom, and the way of each piece of news. SVG and PNG.

mod network;
mod spread;
mod time;
mod way;

use std::path::Path;

use super::{drawing::Drawing, evaluation::Evaluation};
use crate::town::TownError;

/// All of them, each with its name.
pub fn all(all: &Evaluation) -> Vec<(String, Drawing)> {
    let mut pictures = vec![("spread".to_string(), spread::draw(all)), ("network".to_string(), network::draw(all))];
    pictures.extend(all.news.iter().enumerate().map(|(n, news)| (format!("way-{}", news.id), way::draw(all, n))));
    pictures
}

/// Writes all of them into a folder.
///
/// # Errors
/// One sentence about a folder that cannot be written.
pub fn write(evaluation: &Evaluation, folder: &Path) -> Result<(), TownError> {
    let failed = |path: &Path, why: &dyn std::fmt::Display| {
        TownError::Message(format!("{} cannot be written: {why}; name another folder with --out", path.display()))
    };
    std::fs::create_dir_all(folder).map_err(|why| failed(folder, &why))?;
    for (name, drawing) in all(evaluation) {
        let path = folder.join(format!("{name}.svg"));
        std::fs::write(&path, drawing.svg()).map_err(|why| failed(&path, &why))?;
        let path = folder.join(format!("{name}.png"));
        let png = drawing.png().map_err(|why| failed(&path, &why))?;
        std::fs::write(&path, png).map_err(|why| failed(&path, &why))?;
    }
    Ok(())
}

/// `the_ville, seed 1, 25 people`.
fn about(all: &Evaluation) -> String {
    format!("{}, seed {}, {} people", all.scenario, all.seed, all.agents)
}
