//! The beginning of every picture: size, description, style and hatchings.

use std::fmt::Write;

use super::Picture;
use crate::escape::Escaped;

/// Width of every picture.
pub(super) const WIDTH: f64 = 640.0;

/// All that comes before the drawing.
pub(super) fn open(picture: &Picture, name: &str, height: f64) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" viewBox=\"0 0 {WIDTH:.0} \
         {height:.0}\" role=\"img\" aria-labelledby=\"{name}-title\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12.5\">\n\
         <title id=\"{name}-title\">{}</title>\n<style>{}</style>\n<defs>\n",
        Escaped(picture.caption()),
        super::STYLE.replace('\n', ""),
        name = Escaped(name),
    );
    for index in 0..picture.names.len() {
        let angle = [45, 135, 0, 90][index % 4];
        let _ = writeln!(
            out,
            "<pattern id=\"{}-hatch-{index}\" class=\"region-{}\" width=\"9\" height=\"9\" \
             patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate({angle})\">\
             <rect class=\"tint\" width=\"9\" height=\"9\"/><path class=\"hatch\" d=\"M0 0V9\"/>\
             </pattern>",
            Escaped(name),
            index % 4,
        );
    }
    out.push_str("</defs>\n");
    out
}
