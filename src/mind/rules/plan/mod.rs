mod day;
mod hours;
mod look;
mod place;
mod scheme;
mod steps;
