# ruff: noqa: E501  # a table is easier to judge in one line
"""Tables as Excel, LibreOffice, R, pandas, SPSS, UCI and people write them, and how they are read.

Each case has a source; the expected names and first rows ("a | b / 1 | x / 2 | y", with numbers in
plain digits and missing values left empty); the questions that remain open, each with the likelier
answer; and a part of the expected message. If the expected rows are empty, the message is a refusal.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    name: str
    source: str | bytes
    read: str
    ask: str = ""
    say: str = ""


def case(name, source, read, ask="", say=""):
    return Case(name, source, read, ask, say)


NB, NNB, THIN = "\u00a0", "\u202f", "\u2009"
GERMAN = "Größe;Gewicht;Art\n1,5;2,25;Bär\n1,7;2,5;Löwe\n1,6;2,75;Bär\n"
GERMAN_READ = "Größe | Gewicht | Art / 1.5 | 2.25 | Bär / 1.7 | 2.5 | Löwe"
LINES = "\n".join(f"line {i}" for i in range(9))
NOTES = "\n".join(f"line {i}, more" for i in range(9))

DECIMALS = [
    case(
        "german thousands beside decimal commas",
        "Umsatz;Anteil;k\n987;0,5;a\n1.234;0,7;b\n12.345;0,2;a\n",
        "Umsatz | Anteil | k / 987 | 0.5 | a / 1234 | 0.7 | b / 12345 | 0.2 | a",
        say="In “Umsatz” 1.234 was read as 1234, because there are decimal commas elsewhere in the table.",
    ),
    case(
        "german thousands in one line",
        "987; 1.234; 12.345\n988; 1.334; 12.445\n",
        "column 1 | column 2 | column 3 / 987 | 1234 | 12345",
        "decimal=,",
    ),
    case(
        "german thousands in a column",
        "987\n1.234\n12.345\n",
        "column 1 / 987 / 1234 / 12345",
        "decimal=,",
    ),
    case("three decimals and a point", "x,k\n1.234,a\n2.345,b\n3.456,a\n", "x | k / 1.234 | a"),
    case(
        "three decimals after commas", "x;k\n1,234;a\n2,345;b\n", "x | k / 1.234 | a", "decimal=,"
    ),
    case(
        "long whole numbers beside",
        "x;k\n12345;a\n2.345;b\n",
        "x | k / 12345 | a / 2.345 | b",
        "decimal=.",
    ),
    case(
        "swiss curly apostrophes", "x;k\n1’234.50;a\n12’345;b\n", "x | k / 1234.5 | a / 12345 | b"
    ),
    case(
        "french narrow spaces",
        f"x;k\n1{NNB}234,56;oui\n987,10;non\n",
        "x | k / 1234.56 | oui / 987.1 | non",
    ),
    case(
        "french hard spaces",
        f"x;k\n1{NB}234,56;oui\n12{NB}987;non\n",
        "x | k / 1234.56 | oui / 12987 | non",
    ),
    case("thin spaces", f"x\tk\n1{THIN}234\toui\n12{THIN}987\tnon\n", "x | k / 1234 | oui"),
    case("german exponents", "x;k\n1,23E+03;a\n4,5E-02;b\n", "x | k / 1230 | a / 0.045 | b"),
    case("exponents", "x,k\n1.234e+05,a\n2e-3,b\n", "x | k / 123400 | a / 0.002 | b"),
    case("true minus signs", "x;k\n−1,5;a\n−2,5;b\n", "x | k / -1.5 | a / -2.5 | b"),
    case("minus behind, as SAP", "x;k\n1.234,50-;a\n99,00;b\n", "x | k / -1234.5 | a / 99 | b"),
    case("one column of decimal commas", "x\n1,5\n2,25\n3,75\n", "x / 1.5 / 2.25 / 3.75"),
    case(
        "decimal commas or two columns",
        "1,5\n2,5\n3,7\n",
        "column 1 | column 2 / 1 | 5 / 2 | 5",
        "delimiter=,",
    ),
    case(
        "decimal commas and spaces",
        "1,5 2,5 m\n3,5 4,5 f\n5,5 6,5 m\n",
        "column 1 | column 2 | column 3 / 1.5 | 2.5 | m",
    ),
    case(
        "decimal commas and tabs",
        "1,5\t2,5\tm\n3,5\t4,5\tf\n",
        "column 1 | column 2 | column 3 / 1.5 | 2.5 | m",
    ),
]

DECIMALS += [
    case("two columns with names", "x,y\n1,2\n3,4\n", "x | y / 1 | 2 / 3 | 4"),
    case(
        "coordinates",
        "x;y;k\n52.520;13.405;a\n48.137;11.575;b\n",
        "x | y | k / 52.52 | 13.405 | a",
        "decimal=.",
    ),
    case(
        "years beside thousands",
        "J;W;k\n2019;1.234;a\n2020;2.345;b\n2021;987;a\n",
        "J | W | k / 2019 | 1234 | a",
        "decimal=,",
    ),
    case(
        "names that are years over thousands",
        "r;2019;2020;2021\nN;1.234;2.345;3.456\nS;987;1.111;2.222\n",
        "r | 2019 | 2020 | 2021 / N | 1234 | 2345 | 3456",
        "header=yes decimal=,",
    ),
]

# Commas that separate thousands in comma-separated tables without quotation marks.
UNQUOTED_THOUSANDS = [
    case(
        "dollars, no header",
        "$1,000,5,a\n$2,500,7,b\n$1,200,6,a\n",
        "column 1 | column 2 | column 3 / 1000 | 5 | a / 2500 | 7 | b / 1200 | 6 | a",
        "thousands=joined",
    ),
    case(
        "kronor behind",
        "x,k,price\n5,a,1,000 kr\n7,b,2,500 kr\n",
        "x | k | price / 5 | a | 1000 / 7 | b | 2500",
        "thousands=joined",
    ),
    case(
        "no currency, a name fewer than cells",
        "x,price,k\n5,1,000,a\n7,2,500,b\n",
        "x | price | k / 5 | 1000 | a / 7 | 2500 | b",
        "thousands=joined",
    ),
    case(
        "no currency, no header",
        "1,000,5,a\n2,500,7,b\n",
        "column 1 | column 2 | column 3 / 1000 | 5 | a / 2500 | 7 | b",
        "thousands=joined",
    ),
]

UNITS = [
    case(
        "prices alone, without a name",
        "9,87 €\n8,12 €\n10,05 €\n",
        "column 1 / 9.87 / 8.12 / 10.05",
        "delimiter=nothing",
        say="1 column, no names in the first row, decimal commas.",
    ),
    case("euro in one line", "9,87 €;0;ja\n", "column 1 | column 2 | column 3 / 9.87 | 0 | ja"),
    case(
        "one line of centimetres",
        "12.3 cm,51.4,ja\n",
        "column 1 | column 2 | column 3 / 12.3 | 51.4 | ja",
    ),
    case(
        "kilograms and metres",
        "5 kg;3 m;A\n6 kg;4 m;B\n7 kg;1 m;A\n",
        "column 1 | column 2 | column 3 / 5 | 3 | A",
        say="“column 2” is in m.",
    ),
    case("one line of kilograms", "5 kg;3 m;A\n", "column 1 | column 2 | column 3 / 5 | 3 | A"),
    case("pounds", "p,k\n£5.50,a\n£6.25,b\n", "p | k / 5.5 | a / 6.25 | b"),
    case("francs", "p;k\nCHF 1'234.50;a\nCHF 12.00;b\n", "p | k / 1234.5 | a / 12 | b"),
    case("kronor", f"p;k\n1{NB}234,50{NB}kr;a\n99,00{NB}kr;b\n", "p | k / 1234.5 | a / 99 | b"),
    case("degrees", "t,k\n3 °C,a\n-4.5 °C,b\n", "t | k / 3 | a / -4.5 | b"),
    case("square metres", "A;k\n55,5 m²;a\n60 m²;b\n", "A | k / 55.5 | a / 60 | b"),
    case("blood", "c,k\n90 mg/dl,a\n110 mg/dl,b\n", "c | k / 90 | a / 110 | b"),
    case(
        "own words as units",
        "n;k\n5 Stück;a\n7 Stück;b\n",
        "n | k / 5 | a / 7 | b",
        say="is in Stück.",
    ),
    case(
        "mixed units are no numbers",
        "m,k\n5 kg,a\n500 g,b\n6 kg,a\n700 g,b\n",
        "m | k / 5 kg | a / 500 g | b",
        say="“m” mixes units (kg, g), so it was not read as num",
    ),
    case(
        "some without the unit",
        "m,k\n5 kg,a\n6,b\n7 kg,a\n",
        "m | k / 5 | a / 6 | b",
        say="1 number without a unit is read as kg as well",
    ),
    case(
        "percent, the sign forgotten",
        "p,k\n12 %,a\n14,b\n13 %,a\n",
        "p | k / 12 | a / 14 | b",
        "percent=percent",
    ),
    case(
        "german percent and fractions",
        "p;k\n12,5 %;a\n0,12;b\n",
        "p | k / 0.125 | a / 0.12 | b",
        "percent=fraction",
    ),
    case(
        "units in a row of their own",
        "h,m,k\ncm,kg,\n1.5,2,a\n1.7,3,b\n1.6,2,a\n",
        "h (cm) | m (kg) | k / 1.5 | 2 | a",
        say="The second row was taken for units",
    ),
]

SHIFTS = [
    case(
        "half of the rows are short",
        "a,b,k\n10,51.4,nein\n11\n12\n13,52.4,ja\n14\n15\n",
        "a | b | k / 10 | 51.4 | nein / 11 |  |  / 12 |  |  / 13 | 52.4 | ja",
        say="The table has 3 columns. 4 rows had fewer cells, so values are missing there.",
    ),
    case(
        "a short row among trailing commas",
        "a,b,k\n10,51.4,nein,,\n11,52.4\n12,52.4,ja,,\n13,52.4,ja,,,,9\n",
        "a | b | k / 10 | 51.4 | nein / 11 | 52.4 | ",
        say="Most rows have 3 cells. 1 row had fewer cells, so values are missing there; 1 row had more cells, and the extra ones were left out.",
    ),
    case(
        "trailing commas in the body",
        "a,b,k\n10,51.4,nein,\n12,50.1,ja,\n",
        "a | b | k / 10 | 51.4 | nein / 12 | 50.1 | ja",
    ),
    case(
        "a comma behind the header alone", "a,b,k,\n1,2,x\n3,4,y\n5,6,x\n", "a | b | k / 1 | 2 | x"
    ),
    case(
        "every line quoted", 'a,b,k\n"10,51.4,nein"\n"11,50.1,ja"\n', "a | b | k / 10 | 51.4 | nein"
    ),
    case(
        "every line quoted twice",
        '"a,b,k"\n"10,51.4,""no, never"""\n"11,50.1,""ja"""\n',
        "a | b | k / 10 | 51.4 | no, never",
    ),
    case(
        "single quotation marks",
        "'a','b','k'\n'10','51,4','nein'\n'11','50,1','ja'\n",
        "a | b | k / 10 | 51.4 | nein",
    ),
    case("np.savetxt, no space", "#a,b,k\n1.0,2.5,0\n3.0,4.5,1\n", "a | b | k / 1 | 2.5 | 0"),
    case(
        "pandas without names",
        "0,1,2\n1.5,2.5,x\n2.5,3.5,y\n0.5,1.5,x\n",
        "0 | 1 | 2 / 1.5 | 2.5 | x",
        "header=yes",
    ),
    case(
        "a last column without name",
        "a,b,k\n10,51.4,nein,well\n10,50.1,ja,so\n11,3,ja,so\n",
        "a | b | k | column 4 / 10 | 51.4 | nein | well",
        "unnamed=last",
    ),
    case(
        "a list of numbers in a note",
        'a;note;k\n1,5;"1\n2\n3\n4\n5\n6\n7\n8\n9";x\n2,5;"";y\n3,5;"7\n8";x\n',
        "a | note | k / 1.5 | 1\n2\n3\n4\n5\n6\n7\n8\n9 | x / 2.5 |  | y",
    ),
    case(
        "a mark left open",
        'a,b,k\n1,"2,x\n3,4,y\n5,6,x\n7,8,"y\n9,1,x\n',
        "a | b | k / 1 |  | x / 3 | 4 | y",
        say="A quotation mark is not closed",
    ),
    case("inches in a cell", 'a,b,k\n1,5" pipe,x\n2,6" pipe,y\n', 'a | b | k / 1 | 5" pipe | x'),
]

HEADERS = [
    case(
        "UCI mushrooms",
        "p,x,s\ne,x,y\ne,b,s\np,x,y\ne,x,s\n",
        "column 1 | column 2 | column 3 / p | x | s",
    ),
    case("a number sign as a name", "#,b,k\n1,2.5,x\n2,3.5,y\n", "# | b | k / 1 | 2.5 | x"),
]

MARKERS = [
    case("plus and minus", "x,y,t\n1,2,+\n2,3,-\n3,5,+\n", "x | y | t / 1 | 2 | + / 2 | 3 | -"),
    case(
        "two drugs or none",
        "x,t\n1,A\n2,None\n3,B\n4,None\n5,A\n",
        "x | t / 1 | A / 2 | None",
        "marker=class",
    ),
    case(
        "a dash beside two labels",
        "x,t\n1,A\n2,-\n3,B\n4,-\n5,A\n",
        "x | t / 1 | A / 2 | ",
        "marker=gap",
    ),
    case("a rare none", "x,t\n" + "1,A\n2,B\n" * 12 + "3,None\n", "x | t / 1 | A / 2 | B"),
    case("sodium", "x,el\n1,Na\n2,K\n3,Na\n", "x | el / 1 | Na / 2 | K"),
    case("R's NA", "x,k\n1.5,a\nNA,b\n2.5,NA\n", "x | k / 1.5 | a /  | b / 2.5 | "),
    case("pandas' NaN", "x,k\n1.5,a\nNaN,b\n<NA>,a\n3,b\n", "x | k / 1.5 | a /  | b"),
    case("SPSS's #NULL!", "x;k\n1,5;a\n#NULL!;b\n2,5;a\n", "x | k / 1.5 | a /  | b"),
    case(
        "Excel's errors, german",
        "x;k\n1,5;a\n#WERT!;b\n#NV;a\n#DIV/0!;b\n2,5;a\n",
        "x | k / 1.5 | a /  | b /  | a",
    ),
    case("Excel's errors, swedish", "x;k\n1,5;a\n#VÄRDEFEL!;b\n2,5;a\n", "x | k / 1.5 | a /  | b"),
    case("Excel's narrow column", "x\tk\n1,5\ta\n#####\tb\n2,5\ta\n", "x | k / 1.5 | a /  | b"),
    case("MySQL's gap", "x\tk\n1.5\ta\n\\N\tb\n2.5\ta\n", "x | k / 1.5 | a /  | b"),
    case("keine Angabe", "x;k\n1,5;a\nk. A.;b\nk. A.;a\n2,5;b\n", "x | k / 1.5 | a /  | b"),
    case(
        "own words for a gap",
        "x,k\n1,a\n2,b\nunklar,a\n4,b\n5,a\nunklar,b\n",
        "x | k / 1 | a / 2 | b",
        say="In “x” 2 cells can’t be used as numbers and count as missing: “unklar”.",
    ),
    case(
        "minus 999",
        "x,k\n1.5,a\n-999,b\n2.5,a\n3,b\n",
        "x | k / 1.5 | a / -999 | b",
        say="In “x” the number −999 occurs once, far from the others.",
    ),
    case(
        "times",
        "at,x,k\n2024-02-13 12:30,1.5,a\n2024-02-13 12:45,2.5,b\n",
        "at | x | k / 2024-02-13 12:30 | 1.5 | a",
        say="holds dates or times",
    ),
]

ENCODINGS = [
    case("UTF-16, Excel's Unicode text", GERMAN.replace(";", "\t").encode("utf-16"), GERMAN_READ),
    case("UTF-16, other end first", b"\xfe\xff" + GERMAN.encode("utf-16-be"), GERMAN_READ),
    case(
        "old Macintosh",
        GERMAN.replace("\n", "\r").encode("mac_roman"),
        GERMAN_READ,
        say="Macintosh",
    ),
    case("DOS", GERMAN.encode("cp850"), GERMAN_READ, say="DOS"),
    case("sep= and a mark", ("\ufeffsep=;\n" + GERMAN).encode(), GERMAN_READ),
    case(
        "hard spaces in Windows",
        "x;k\n1\u00a0234,5;é\n987,5;b\n".encode("cp1252"),
        "x | k / 1234.5 | é",
    ),
    case(
        "one broken letter",
        "Größe;k\n1,5;a\n1,7;b\n".encode() + b"1,8;\xff\n",
        "Größe | k / 1.5 | a",
        say="could not be read",
    ),
]

FORMS = [
    case(
        "JSON records",
        '[{"a": 1.5, "k": "x"}, {"a": 2, "k": null}]',
        "a | k / 1.5 | x / 2 | ",
        say="from JSON",
    ),
    case(
        "JSON in pandas' columns",
        '{"a":{"0":1.5,"1":2.25},"k":{"0":"x","1":"y"}}',
        "a | k / 1.5 | x / 2.25 | y",
    ),
    case(
        "JSON split",
        '{"columns":["a","k"],"index":[0,1],"data":[[1.5,"x"],[2,"y"]]}',
        "a | k / 1.5 | x / 2 | y",
    ),
    case("JSON by columns", '{"a": [1.234, 2], "k": ["x", "y"]}', "a | k / 1.234 | x / 2 | y"),
    case("JSON lines", '{"a": 1.5, "k": "x"}\n{"a": 2, "k": "y"}\n', "a | k / 1.5 | x / 2 | y"),
    case(
        "JSON inside JSON",
        '{"ok": true, "rows": [{"a": 1, "k": "x"}, {"a": 2, "k": "y"}]}',
        "a | k / 1 | x",
    ),
    case("JSON cut off", '[{"a": 1.5, "k": "x"}, {"a": 2', "", say="This begins like JSON"),
    case("JSON without a table", '{"a": 1}', "", say="This is JSON, but not a table."),
    case("JSON, very deep", "[" * 100_000, "", say="This is JSON, but not a table."),
    case(
        "ARFF",
        "@relation r\n% c\n@attribute 'a b' numeric\n@attribute k {x,y}\n@data\n1.5,x\n?,y\n",
        "a b | k / 1.5 | x /  | y",
        say="from ARFF",
    ),
    case(
        "a web page",
        "<!DOCTYPE html><table><tr><td>1</td></tr></table>",
        "",
        say="This is a web page or XML",
    ),
    case(
        "SPSS's own file",
        b"$FL2@(#) SPSS DATA FILE MS Windows" + bytes(60),
        "",
        say="This is an SPSS file",
    ),
    case("NumPy's own file", b"\x93NUMPY\x01\x00" + bytes(60), "", say="This is a NumPy file"),
]

CASES = [*DECIMALS, *UNQUOTED_THOUSANDS, *UNITS, *SHIFTS, *HEADERS, *MARKERS, *ENCODINGS, *FORMS]
