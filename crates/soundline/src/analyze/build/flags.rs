//! What the arguments of a compiler mean for the analysis.
//!
//! Only arguments in these tables reach the preprocessor: a description of a build may come from anywhere, and compilers
//! have arguments that load plug-ins, start other programs and write files.

use std::path::Path;

use super::Compiled;

/// With a value, in the same word or the next one; the preprocessor needs them.
const KEPT: [&str; 9] =
    ["-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-isysroot"];

/// With a value in the next word; nothing depends on them here.
const SKIPPED: [&str; 27] = [
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-L",
    "-T",
    "-u",
    "-z",
    "-e",
    "-B",
    "-Xlinker",
    "-Xassembler",
    "-Xclang",
    "-aux-info",
    "-mllvm",
    "-include-pch",
    "-dumpbase",
    "-dumpdir",
    "-dumpbase-ext",
    "--param",
    "-A",
    "-framework",
    "-wrapper",
    "-specs",
    "-l",
    "-rpath",
];

/// Without a value; macros or headers depend on them.
const PLAIN: [&str; 16] = [
    "-ansi",
    "-nostdinc",
    "-undef",
    "-trigraphs",
    "-pthread",
    "-ffreestanding",
    "-fhosted",
    "-fno-builtin",
    "-ffast-math",
    "-fpic",
    "-fPIC",
    "-fpie",
    "-fPIE",
    "-fno-pic",
    "-fno-pie",
    "-fno-common",
];

/// What the machine has: macros depend on it.
const MACHINE: [&str; 17] = [
    "-march=", "-msse", "-mssse", "-mno-sse", "-mavx", "-mno-avx", "-mfma", "-mbmi", "-maes",
    "-mpclmul", "-mpopcnt", "-mlzcnt", "-mf16c", "-msha", "-mxop", "-mmmx", "-mno-mmx",
];

/// How C itself is read: for the preprocessor, and for libclang.
const DIALECT: [&str; 13] = [
    "-funsigned-char",
    "-fsigned-char",
    "-fno-unsigned-char",
    "-fno-signed-char",
    "-fshort-enums",
    "-fno-short-enums",
    "-fshort-wchar",
    "-fgnu89-inline",
    "-fms-extensions",
    "-fpack-struct",
    "-mlong-double-64",
    "-mlong-double-80",
    "-mlong-double-128",
];

/// How a file is compiled, from all words of the command. The error says why it cannot be analyzed.
pub fn understand(words: &[String], folder: &Path, file: &str) -> Result<Compiled, String> {
    if words.iter().any(|word| word.contains('\0')) || file.contains('\0') {
        return Err("its command has a zero byte".to_owned());
    }
    let mut compiled = Compiled {
        folder: folder.to_owned(),
        spelled: spelling(words, folder, file),
        ..Compiled::default()
    };
    let compiler = words.first().map_or("", String::as_str);
    let program = Path::new(compiler).file_name().unwrap_or_default().to_string_lossy();
    if matches!(&*program, "cl" | "cl.exe" | "clang-cl" | "clang-cl.exe") {
        return Err(format!("it is compiled by {program}, whose arguments are not understood"));
    }
    if let Some(target) = target_in_name(&program) {
        compiled.bits = Some(bits_of(target)?);
    }
    let mut language = None;
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        let mut value = |flag: &str| match &word[flag.len()..] {
            "" => rest.next().cloned().unwrap_or_default(),
            joined => joined.to_owned(),
        };
        match word.as_str() {
            "-m32" => compiled.bits = Some(32),
            "-m64" => compiled.bits = Some(64),
            "-mx32" | "-m16" => return Err(format!("{word}: this data model is not modelled")),
            "-target" | "-arch" | "--target" => {
                compiled.bits = Some(bits_of(&rest.next().cloned().unwrap_or_default())?);
            }
            "--sysroot" => {
                let value = rest.next().cloned().unwrap_or_default();
                compiled.arguments.push(format!("--sysroot={value}"));
            }
            "-Xpreprocessor" => {
                let inner = rest.next().map_or("", String::as_str);
                compiled.arguments.extend(macros(inner).map(str::to_owned));
            }
            word if word.starts_with("--target=") => {
                compiled.bits = Some(bits_of(&word["--target=".len()..])?);
            }
            word if word.starts_with("-x") => language = Some(value("-x")),
            word if word.starts_with("-std=") => {
                compiled.dialect.push(standard(&word["-std=".len()..])?);
                compiled.arguments.push(word.to_owned());
            }
            word if word.starts_with("--sysroot=") => compiled.arguments.push(word.to_owned()),
            word if word.starts_with("-Wp,") => {
                compiled.arguments.extend(word[4..].split(',').flat_map(macros).map(str::to_owned));
            }
            word if SKIPPED.contains(&word) => drop(rest.next()),
            "-ansi" => {
                compiled.dialect.push("-std=gnu89".to_owned());
                compiled.arguments.push(word.clone());
            }
            word if DIALECT.contains(&word) => {
                compiled.arguments.push(word.to_owned());
                compiled.dialect.push(word.to_owned());
            }
            word if PLAIN.contains(&word) || MACHINE.iter().any(|flag| word.starts_with(flag)) => {
                compiled.arguments.push(word.to_owned());
            }
            word => {
                if let Some(flag) = KEPT.into_iter().find(|flag| word.starts_with(flag)) {
                    // Apart from its value: so that one that begins with a minus sign stays a value.
                    let value = value(flag);
                    match flag {
                        "-I" | "-D" | "-U" => compiled.arguments.push(format!("{flag}{value}")),
                        _ => compiled.arguments.extend([flag.to_owned(), value]),
                    }
                }
            }
        }
    }
    is_c(file, language.as_deref(), &program).map(|()| compiled)
}

/// The name of the file in the command, where it has another spelling than in the description.
fn spelling(words: &[String], folder: &Path, file: &str) -> std::path::PathBuf {
    let place = soundline_c::shown(&folder.join(file));
    let same =
        |word: &&String| !word.starts_with('-') && soundline_c::shown(&folder.join(word)) == place;
    words.iter().skip(1).rev().find(same).map_or(file, String::as_str).into()
}

/// An argument if it is about macros or headers.
fn macros(word: &str) -> Option<&str> {
    let about = |flag: &&str| word.len() > 2 && word.starts_with(*flag);
    ["-D", "-U", "-I"].iter().any(about).then_some(word)
}

/// The standard as libclang is told: with GNU's additions, since it reads system headers too.
fn standard(name: &str) -> Result<String, String> {
    let plain = match name {
        "c89" | "c90" | "gnu89" | "gnu90" | "iso9899:1990" | "iso9899:199409" => "gnu89",
        "c99" | "c9x" | "gnu99" | "gnu9x" | "iso9899:1999" | "iso9899:199x" => "gnu99",
        "c11" | "c1x" | "gnu11" | "gnu1x" | "iso9899:2011" => "gnu11",
        "c17" | "c18" | "gnu17" | "gnu18" | "iso9899:2017" | "iso9899:2018" => "gnu17",
        "c2x" | "c23" | "gnu2x" | "gnu23" | "iso9899:2024" => "gnu2x",
        other if other.contains("++") => return Err(not_c("C++")),
        other => return Err(format!("its standard {other} is not known")),
    };
    Ok(format!("-std={plain}"))
}

/// `arm-linux-gnueabi` in `arm-linux-gnueabi-gcc-12`.
fn target_in_name(program: &str) -> Option<&str> {
    let at = ["-gcc", "-cc", "-clang"].iter().filter_map(|name| program.find(name)).min()?;
    program[..at].contains('-').then_some(&program[..at])
}

/// The widths of pointers for a target.
fn bits_of(target: &str) -> Result<u32, String> {
    let machine = target.split('-').next().unwrap_or("");
    match machine {
        "x86_64" | "amd64" if !target.contains("windows") && !target.contains("mingw") => Ok(64),
        "i386" | "i486" | "i586" | "i686" if !target.contains("windows") => Ok(32),
        _ => Err(format!(
            "it is compiled for {target}, and only Linux on x86-64 and i386 is modelled"
        )),
    }
}

fn is_c(file: &str, language: Option<&str>, program: &str) -> Result<(), String> {
    let extension = Path::new(file).extension().unwrap_or_default().to_string_lossy();
    match (language, &*extension) {
        (Some("c" | "cpp-output"), _) => Ok(()),
        (Some(other), _) if other != "none" => Err(not_c(other)),
        (_, "c" | "i") if program.contains("++") => Err(not_c("C++")),
        (_, "c" | "i") => Ok(()),
        (_, "cc" | "cpp" | "cxx" | "c++" | "C" | "CPP" | "cp" | "ii") => Err(not_c("C++")),
        (_, "s" | "S" | "sx" | "asm") => Err(not_c("assembler")),
        _ => Err("it is not a C file".to_owned()),
    }
}

fn not_c(language: &str) -> String {
    format!("it is {language}, and only C is analyzed")
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_c::DataModel;

    fn of(command: &str) -> Result<Compiled, String> {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        understand(&words, Path::new("/p/build"), "../x.c")
    }

    #[track_caller]
    fn check(command: &str, arguments: &str, dialect: &str) {
        let compiled = of(command).expect("it is C");
        assert_eq!(compiled.arguments.join(" "), arguments, "{command}");
        assert_eq!(compiled.dialect.join(" "), dialect, "{command}");
    }

    #[test]
    fn what_the_text_depends_on_is_kept() {
        check("cc -Iinc -I ../b -DX=1 -D Y -UZ -c ../x.c", "-Iinc -I../b -DX=1 -DY -UZ", "");
        check("cc -isystem a -include b.h -isystemc x.c", "-isystem a -include b.h -isystem c", "");
        check(
            "cc -std=c99 -funsigned-char x.c",
            "-std=c99 -funsigned-char",
            "-std=gnu99 -funsigned-char",
        );
        check("cc -ansi x.c", "-ansi", "-std=gnu89");
        check("cc -Wp,-DA=1,-MD,x.d,-UB -Xpreprocessor -DC x.c", "-DA=1 -UB -DC", "");
        check("cc --sysroot /s --sysroot=/t x.c", "--sysroot=/s --sysroot=/t", "");
        assert_eq!(of("/usr/bin/cc -m32 x.c").map(|compiled| compiled.bits), Ok(Some(32)));
        assert_eq!(
            of("cc x.c").map(|compiled| compiled.model(DataModel::Lp64)),
            Ok(DataModel::Lp64)
        );
    }

    #[test]
    fn nothing_else_reaches_a_compiler() {
        check(
            "cc -fplugin=e.so -wrapper e -B e -specs=e -o out -MD -MF f -O2 -g -Wall x.c",
            "",
            "",
        );
        check("cc -save-temps -dumpdir d -fdump-tree-all=f -Xclang -load -Xclang e.so x.c", "", "");
        check("ccache gcc --coverage -fprofile-dir=d -l m -T script x.c", "", "");
    }

    #[test]
    fn what_is_not_c_for_this_machine_is_named() {
        let refused = |command: &str, words: &str| {
            let error = of(command).expect_err(command);
            assert!(error.contains(words), "{command}: {error}");
        };
        refused("g++ -c ../x.c", "C++");
        refused("cc -x c++ ../x.c", "c++");
        refused("cc -std=c++11 ../x.c", "C++");
        refused("cc -std=c3000 ../x.c", "c3000");
        refused("arm-none-eabi-gcc ../x.c", "arm-none-eabi");
        refused("clang --target=avr ../x.c", "avr");
        refused("clang -target x86_64-pc-windows-msvc ../x.c", "windows");
        refused("cc -mx32 ../x.c", "-mx32");
        refused("C:/cl.exe ../x.c", "cl.exe");
        assert!(of("x86_64-linux-gnu-gcc-12 ../x.c").is_ok_and(|of| of.bits == Some(64)));
        let file = |name: &str| understand(&["cc".to_owned()], Path::new("/p"), name);
        assert!(file("a.S").is_err_and(|error| error.contains("assembler")));
        assert!(file("a.f90").is_err_and(|error| error.contains("not a C file")));
    }

    #[test]
    fn the_file_is_spelled_as_in_the_command() {
        let spelled = |command: &str| of(command).expect("it is C").spelled;
        assert_eq!(spelled("cc -c ../build/../x.c"), Path::new("../build/../x.c"));
        assert_eq!(spelled("cc -c @rsp"), Path::new("../x.c"));
    }
}
