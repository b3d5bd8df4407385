# ruff: noqa: E501  # a table is easier to judge in one line
"""Texts that are no tables of separated cells, and tables that look like them; see table_cases.py
for how a case is written. If a text can't be read exactly, the refusal names its form."""

from tests.features.own_data.table_cases import case


def refusal(name, source, say):
    return case(name, source, "", say=say)


REFUSED_FILES = [
    refusal(
        "octave diag",
        "ans =\n\nDiagonal Matrix\n\n   1   0\n   0   2\n",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "PyTorch, a tensor",
        "tensor([[1.5000, 2.0000, 0.0000],\n        [2.5000, 3.0000, 1.0000]])",
        "as PyTorch prints them",
    ),
    refusal("NumPy, 1d", "array([1.5, 2. , 3. ])", "The rows are in brackets, as Python"),
    refusal(
        "NumPy, assigned",
        "X = np.array([[1.5, 2], [2.5, 3]])\ny = np.array([0, 1])",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "tf",
        "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[1.5, 2. ],\n       [2.5, 3. "
        "]], dtype=float32)>",
        "how a program describes an object",
    ),
    refusal(
        "tf print",
        "tf.Tensor(\n[[1.5 2. ]\n [2.5 3. ]], shape=(2, 2), dtype=float32)",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "jax",
        "Array([[1.5, 2. ],\n       [2.5, 3. ]], dtype=float32)",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "scipy sparse head",
        "<2x3 sparse matrix of type '<class 'numpy.float64'>'\n\twith 3 stored elements in "
        "Compressed Sparse Row format>\n  (0, 0)\t1.5\n  (0, 2)\t2.0\n  (1, 1)\t3.5",
        "how a program describes an object",
    ),
    refusal(
        "scipy new sparse",
        "<Compressed Sparse Row sparse matrix of dtype 'float64'\n\twith 3 stored elements and "
        "shape (2, 3)>\n  Coords\tValues\n  (0, 0)\t1.5\n  (0, 2)\t2.0\n  (1, 1)\t3.5",
        "how a program describes an object",
    ),
    refusal(
        "mathematica num",
        "{{1.5, 2, 0}, {2.5, 3, 1}}",
        "The rows are in brackets, as Mathematica",
    ),
    refusal(
        "pandas dots rows",
        "      x  y  k\n0   1.5  2  a\n1   2.5  3  b\n..  ...  .. ..\n98  3.5  4  a\n99  4.5  4  "
        "a\n\n[100 rows x 3 columns]",
        "This was printed in part",
    ),
    refusal(
        "pandas dots w/o count",
        "      a    b  ...    y    z\n0   1.5  2.0  ...  0.5  0.6\n1   2.5  3.0  ...  0.7  "
        "0.8\n2   3.5  4.0  ...  0.9  1.0",
        "This was printed in part",
    ),
    refusal(
        "pandas series dots",
        "0     1.5\n1     2.5\n     ... \n98    3.5\n99    4.5\nName: x, Length: 100, dtype: "
        "float64",
        "This was printed in part",
    ),
    refusal(
        "pandas multiindex",
        "         x  y\na b          \n1 u    1.5  2\n  v    2.5  3\n2 u    3.5  4\n  v    4.5  5",
        "names in several columns",
    ),
    refusal(
        "pandas df2",
        'df = pd.DataFrame([[1.5, 2], [2.5, 3]], columns=["x", "y"])',
        "The rows are in brackets, as Python",
    ),
    refusal(
        "spark",
        "+---+---+---+\n|  x|  y|  k|\n+---+---+---+\n|1.5|  2|  a|\n|2.5|  3|  "
        "b|\n+---+---+---+\nonly showing top 2 rows",
        "This was printed in part",
    ),
    refusal(
        "mysql \\G",
        "*************************** 1. row ***************************\nx: 1.5\ny: 2\nk: "
        "a\n*************************** 2. row ***************************\nx: 2.5\ny: 3\nk: b",
        "has a line for each value",
    ),
    refusal(
        "psql \\x",
        "-[ RECORD 1 ]\nx | 1.5\ny | 2\nk | a\n-[ RECORD 2 ]\nx | 2.5\ny | 3\nk | b",
        "has a line for each value",
    ),
    refusal(
        "rst grid multi",
        "+-----+-------+\n| x   | k     |\n+=====+=======+\n| 1.5 | a     |\n|     | more  "
        "|\n+-----+-------+\n| 2.5 | b     |\n+-----+-------+",
        "a cell goes on in the next line",
    ),
    refusal("html", "<table><tr><td>1</td></tr></table>", "web page or XML"),
    refusal(
        "html fragment",
        "<tr><td>1.5</td><td>a</td></tr>\n<tr><td>2.5</td><td>b</td></tr>",
        "web page or XML",
    ),
    refusal(
        "html div",
        '<div>\n<table border="1">\n<tr><td>1.5</td></tr></table></div>',
        "web page or XML",
    ),
    refusal(
        "html style", "<style>td{}</style><table><tr><td>1</td></tr></table>", "web page or XML"
    ),
    refusal(
        "html after words",
        "Data:\n<table><tr><td>1.5</td><td>2</td></tr></table>",
        "web page or XML",
    ),
    refusal("xml", '<data><row x="1.5" k="a"/><row x="2.5" k="b"/></data>', "web page or XML"),
    refusal(
        "mediawiki",
        '{| class="wikitable"\n! x !! y !! k\n|-\n| 1.5 || 2 || a\n|-\n| 2.5 || 3 || b\n|}',
        "language of a wiki",
    ),
    refusal("textile/jira", "||x||y||k||\n|1.5|2|a|\n|2.5|3|b|", "language of a wiki"),
    refusal("bbcode", "[table][tr][td]1.5[/td][td]a[/td][/tr][/table]", "web page or XML"),
    refusal(
        "latex textbf",
        "\\textbf{x} & \\textbf{k} \\\\\n1.5 & a\\_b \\\\\n2.5 & b \\\\",
        "This is LaTeX with more",
    ),
    refusal(
        "latex matrix",
        "\\begin{pmatrix}\n1 & 2 \\\\\n3 & 4\n\\end{pmatrix}",
        "This is LaTeX with more",
    ),
    refusal("R vector", " [1] 1.5 2.5 3.5 4.5\n [5] 5.5 6.5", "how R prints a vector"),
    refusal("R vector1", "[1] 1.5 2.5 3.5 4.5", "how R prints a vector"),
    refusal(
        "R str",
        '\'data.frame\':\t3 obs. of  3 variables:\n $ x: num  1.5 2.5 3.5\n $ y: num  2 3 4\n $ k: chr  "a" "b" "a"',
        "how R prints a vector",
    ),
    refusal(
        "R glimpse",
        'Rows: 3\nColumns: 3\n$ x <dbl> 1.5, 2.5, 3.5\n$ y <dbl> 2, 3, 4\n$ k <chr> "a", "b", "a"',
        "how R prints a vector",
    ),
    refusal(
        "R summary",
        "       x             y      \n Min.   :1.5   Min.   :2.0  \n 1st Qu.:2.0   1st Qu.:2.5  "
        "\n Median :2.5   Median :3.0  \n Mean   :2.5   Mean   :3.0  \n 3rd Qu.:3.0   3rd "
        "Qu.:3.5  \n Max.   :3.5   Max.   :4.0  ",
        "has the name of its row within",
    ),
    refusal(
        "R tibble cols",
        "# A tibble: 3 × 13\n      x     y k    \n  <dbl> <dbl> <chr>\n1   1.5     2 a    \n2   "
        "2.5     3 b    \n3   3.5     4 a    \n# ℹ 10 more variables: a <dbl>, b <dbl>",
        "This was printed in part",
    ),
    refusal(
        "R data.frame code",
        'data.frame(x = c(1.5, 2.5), k = c("a", "b"))',
        "The rows are in brackets, as R has",
    ),
    refusal(
        "R dput",
        'structure(list(x = c(1.5, 2.5), k = c("a", "b")), class = "data.frame", row.names = c(NA, -2L))',
        "The rows are in brackets, as R has",
    ),
    refusal("R c", "c(1.5, 2.5, 3.5)", "The rows are in brackets, as R has"),
    refusal("R list", '$x\n[1] 1.5 2.5 3.5\n\n$k\n[1] "a" "b" "a"\n', "how R prints a vector"),
    refusal("R factor", "[1] a b a\nLevels: a b", "how R prints a vector"),
    refusal(
        "R reached",
        "    x y\n1 1.5 2\n2 2.5 3\n [ reached 'max' / getOption(\"max.print\") -- omitted 98 "
        "rows ]",
        "This was printed in part",
    ),
    refusal(
        "R data.table dots",
        "       x y k\n  1: 1.5 2 a\n  2: 2.5 3 b\n ---        \n 99: 3.5 4 a\n100: 3.5 4 a",
        "This was printed in part",
    ),
    refusal(
        "stata input", 'input x y str1 k\n1.5 2 "a"\n2.5 3 "b"\nend', "program with data in it"
    ),
    refusal(
        "spss data list",
        "DATA LIST FREE / x y k.\nBEGIN DATA\n1.5 2 1\n2.5 3 2\nEND DATA.",
        "program with data in it",
    ),
    refusal(
        "sas datalines",
        "data a;\n input x y k $;\n datalines;\n1.5 2 a\n2.5 3 b\n;\nrun;",
        "program with data in it",
    ),
    refusal(
        "julia df omitted",
        "100×3 DataFrame\n Row │ x        y      k\n     │ Float64  Int64  "
        "String\n─────┼────────────────────────\n   1 │     1.5      2  a\n   2 │     2.5      3 "
        " b\n  ⋮  │    ⋮       ⋮      ⋮\n 100 │     3.5      4  a\n               97 rows omitted",
        "This was printed in part",
    ),
    refusal(
        "matlab lines spaces",
        "A = [1.5 2 0\n     2.5 3 1\n     4 5 0];",
        "The rows are in brackets, as MATLAB",
    ),
    refusal("matlab cont", "A = [1.5 2 ...\n 0; 2.5 3 ...\n 1];", "This was printed in part"),
    refusal(
        "matlab factor no A",
        "   1.0e+03 *\n\n    1.0000    0.0020         0\n    2.5000    0.0030    0.0010\n",
        "printed with a factor before them",
    ),
    refusal(
        "matlab factor neg",
        "A =\n\n   1.0e-03 *\n\n    1.0000    0.0020\n    2.5000    0.0030\n",
        "printed with a factor before them",
    ),
    refusal(
        "matlab columns",
        "A =\n\n  Columns 1 through 3\n\n    1.5000    2.0000         0\n    2.5000    3.0000    "
        "1.0000\n\n  Columns 4 through 5\n\n    1.5000    2.0000\n    2.5000    3.0000\n",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "octave col factor",
        "A =\n\nColumns 1 through 3:\n\n   1.5   2.0   0\n   2.5   3.0   1\n\n Columns 4 and "
        "5:\n\n   1.5   2.0\n   2.5   3.0\n",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "octave scale",
        "A =\n\n Columns ... and so on\n\n  1.0e+03  *\n\n   1.0000   0.0020\n   2.5000   0.0030\n",
        "printed with a factor before them",
    ),
    refusal("matlab cell", "C = {1.5, 'a'; 2.5, 'b'}", "Brackets stand around the rows"),
    refusal("maxima", "matrix([1.5,2],[2.5,3])", "The rows are in brackets, as Python"),
    refusal("sympy pretty", "⎡1.5  2⎤\n⎢      ⎥\n⎣2.5  3⎦", "Brackets stand around the rows"),
    refusal(
        "yaml columns",
        "x: [1.5, 2.5, 3.5]\ny: [2, 3, 4]\nk: [a, b, a]",
        "has a line for each value",
    ),
    refusal(
        "yaml columns block", "x:\n  - 1.5\n  - 2.5\ny:\n  - 2\n  - 3", "has a line for each value"
    ),
    refusal("yaml doc", "---\n- x: 1.5\n  y: 2\n- x: 2.5\n  y: 3", "has a line for each value"),
    refusal("yaml dash lists", "-\n  - 1.5\n  - 2\n-\n  - 2.5\n  - 3", "as entries of a list"),
    refusal(
        "toml",
        '[[row]]\nx = 1.5\nk = "a"\n\n[[row]]\nx = 2.5\nk = "b"',
        "has a line for each value",
    ),
    refusal(
        "x: 1.5, lines",
        "x: 1.5, y: 2, k: a\nx: 2.5, y: 3, k: b\nx: 3.5, y: 4, k: a",
        "Each value has a name before it",
    ),
    refusal(
        "logfmt",
        "epoch=1 loss=0.5 acc=0.8\nepoch=2 loss=0.4 acc=0.9",
        "Each value has a name before it",
    ),
    refusal("bullets", "* 1.5, 2, a\n* 2.5, 3, b\n* 3.5, 4, a", "as entries of a list"),
    refusal(
        "Python, dict call",
        'dict(x=[1.5, 2.5], k=["a", "b"])',
        "The rows are in brackets, as Python",
    ),
    refusal(
        "Python, comments",
        "data = [\n  [1.5, 2],  # first\n  [2.5, 3],\n]",
        "Brackets stand around the rows",
    ),
    refusal(
        "Python, np.float64",
        "[(np.float64(1.5), 2), (np.float64(2.5), 3)]",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "JavaScript, comment",
        "// data\nconst data = [[1.5, 2], [2.5, 3]];",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "JavaScript, node dots",
        "[\n  [ 1.5, 2 ],\n  [ 2.5, 3 ],\n  ... 98 more items\n]",
        "This was printed in part",
    ),
    refusal("json 3d", "[[[1,2],[3,4]],[[5,6],[7,8]]]", "but not a table"),
    refusal(
        "sql insert",
        "INSERT INTO t (x, y, k) VALUES (1.5, 2, 'a'), (2.5, 3, 'b');",
        "The rows are in brackets, as SQL",
    ),
    refusal(
        "wolfram tabular",
        "({\n {1.5, 2},\n {2.5, 3}\n})",
        "The rows are in brackets, as Mathematica",
    ),
    refusal("gnuplot", "$data << EOD\n1.5 2 a\n2.5 3 b\nEOD", "program with data in it"),
    refusal(
        "matrix market arr",
        "%%MatrixMarket matrix array real general\n2 2\n1.5\n2.5\n3.5\n4.5",
        "Matrix Market",
    ),
    refusal("vw", "1 | x:1.5 y:2\n-1 | x:2.5 y:3", "Each value has a name before it"),
    refusal(
        "MATLAB rows spaces",
        "[1 2 0;\n 2.5 3 1;\n 4 5 0]",
        "The rows are in brackets, as MATLAB",
    ),
    refusal(
        "R matrix code",
        "matrix(c(1.5, 2.5, 2, 3), nrow = 2)",
        "The rows are in brackets, as R has",
    ),
    refusal(
        "tibble old more",
        "# A tibble: 150 x 3\n       x     y k    \n   <dbl> <dbl> <chr>\n 1   1.5     2 a    \n "
        "2   2.5     3 b    \n# … with 148 more rows",
        "This was printed in part",
    ),
    refusal(
        "tibble head only",
        "# A tibble: 150 x 3\n       x     y k    \n   <dbl> <dbl> <chr>\n 1   1.5     2 a    \n "
        "2   2.5     3 b    ",
        "This was printed in part",
    ),
    refusal("csv dots last", "x,y,k\n1.5,2,a\n2.5,3,b\n…", "This was printed in part"),
    refusal(
        "yaml flow lines",
        "{x: 1.5, y: 2, k: a}\n{x: 2.5, y: 3, k: b}",
        "Brackets stand around the rows",
    ),
    refusal(
        "stata prompt",
        ". list x y\n\n     +---------+\n     |   x   y |\n     |---------|\n  1. | 1.5   2 |\n  "
        "2. | 2.5   3 |\n     +---------+",
        "Within the frame spaces part",
    ),
    refusal(
        "stata compress",
        "     +-------+\n     | x y k |\n     |-------|\n  1. | 1 2 a |\n  2. | 2 3 b |\n     "
        "+-------+",
        "Within the frame spaces part",
    ),
    refusal(
        "duckdb dots",
        "┌────────┬───────┐\n│   x    │   y   │\n│ double │ int32 │\n├────────┼───────┤\n│    "
        "1.5 │     2 │\n│     ·  │    ·  │\n│     ·  │    ·  │\n│    2.5 │     3 "
        "│\n├────────┴───────┤\n│   100 rows     │\n└────────────────┘",
        "This was printed in part",
    ),
    refusal(
        "latex with caption",
        "\\begin{table}\n\\caption{Data}\n\\begin{tabular}{ll}\nx & k \\\\\n1.5 & a \\\\\n2.5 & "
        "b \\\\\n\\end{tabular}\n\\end{table}",
        "This is LaTeX with more",
    ),
    refusal("factor line", "×10^3\n1.5 2\n2.5 3\n", "printed with a factor before them"),
    refusal(
        "MATLAB 3d",
        "ans(:,:,1) =\n\n     1     2\n     3     4\n\n\nans(:,:,2) =\n\n     5     6\n     7    "
        " 8\n",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "python prompt",
        ">>> X\narray([[1.5, 2. ],\n       [2.5, 3. ]])",
        "The rows are in brackets, as Python",
    ),
]

READ = [
    case(
        "fixed width, a name of three words",
        "name      height weight\nAnna       170.5     60\nBob van D  165.2     55\nCarl       "
        "180.1     80\n",
        "name | height | weight / Anna | 170.5 | 60 / Bob van D | 165.2 | 55 / Carl | 180.1 | 80",
        "spaces=words",
    ),
    case(
        "NumPy, str wrapped",
        "[[0.1 0.2 0.3 0.4\n  0.5]\n [0.1 0.2 0.3 0.4\n  0.6]]",
        "column 1 | column 2 | column 3 | column 4 | column 5 / 0.1 | 0.2 | 0.3 | 0.4 | 0.5 / "
        "0.1 | 0.2 | 0.3 | 0.4 | 0.6",
        "",
        "",
    ),
    case(
        "NumPy, complex savetxt",
        " (1.000e+00+2.000e+00j)  (2.000e+00+0.000e+00j)\n (2.000e+00+0.000e+00j)  "
        "(3.000e+00-1.000e+00j)\n",
        "(1.000e+00+2.000e+00j) | (2.000e+00+0.000e+00j) / (2.000e+00+0.000e+00j) | "
        "(3.000e+00-1.000e+00j)",
        "header=yes",
        "",
    ),
    case(
        "NumPy, bool",
        "array([[ True, False],\n       [False,  True]])",
        "true | false / false | true",
        "header=yes",
        "",
    ),
    case(
        "scipy sparse",
        "  (0, 0)\t1.5\n  (0, 2)\t2.0\n  (1, 1)\t3.5",
        "column 1 | column 2 / (0, 0) | 1.5 / (0, 2) | 2 / (1, 1) | 3.5",
        "",
        "“(0, 0)”",
    ),
    case(
        "pandas series2",
        "0    1.5\n1    2.5\n2    3.5\ndtype: float64",
        "column 1 | column 2 / 0 | 1.5 / 1 | 2.5 / 2 | 3.5",
        "",
        "",
    ),
    case(
        "pandas multicol",
        "    x         y     \n    a    b    a    b\n0 1.5  2.0  0.1  0.2\n1 2.5  3.0  0.3  0.4",
        "column 1 | a | b | a (2) | b (2) / 0 | 1.5 | 2 | 0.1 | 0.2 / 1 | 2.5 | 3 | 0.3 | 0.4",
        "",
        "",
    ),
    case(
        "pandas value_counts",
        "k\na    2\nb    1\nName: count, dtype: int64",
        "column 1 | k / a | 2 / b | 1",
        "",
        "",
    ),
    case(
        "pandas repr long text",
        "                              name  x\n0  a very long name that is cut...  1.5\n1       "
        "                     short  2.5",
        "column 1 | name | x / 0 | a very long name that is cut... | 1.5 / 1 | short | 2.5",
        "",
        "",
    ),
    case(
        "polars ascii",
        "shape: (2, 2)\n+-----+-----+\n| x   | k   |\n| --- | --- |\n| f64 | str "
        "|\n+===========+\n| 1.5 | a   |\n| 2.5 | b   |\n+-----+-----+",
        "x | k / 1.5 | a / 2.5 | b",
        "header=yes",
        "",
    ),
    case(
        "psql",
        "  x  | y | k \n-----+---+---\n 1.5 | 2 | a\n 2.5 | 3 | b\n(2 rows)",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "Markdown, no outer",
        "x | y | k\n--|---|--\n1.5 | 2 | a\n2.5 | 3 | b",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "Markdown, escaped bar",
        "| x | k |\n|---|---|\n| 1.5 | a\\|b |\n| 2.5 | c |",
        "x | k / 1.5 | a|b / 2.5 | c",
        "",
        "",
    ),
    case(
        "asciidoc",
        "|===\n|x |y |k\n\n|1.5 |2 |a\n|2.5 |3 |b\n|===",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "latex rows hline",
        "x & y & k \\\\ \\hline\n1.5 & 2 & a \\\\\n2.5 & 3 & b \\\\",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "latex spacing",
        "x & y & k \\\\[2pt]\n1.5 & 2 & a \\\\[2pt]\n2.5 & 3 & b \\\\[2pt]",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "latex tabularnewline",
        "x & k \\tabularnewline\n1.5 & a \\tabularnewline\n2.5 & b \\tabularnewline",
        "x | k / 1.5 | a / 2.5 | b",
        "",
        "",
    ),
    case(
        "latex bare amp",
        "x & y & k\n1.5 & 2 & a\n2.5 & 3 & b",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "R data.table",
        "     x y k\n1: 1.5 2 a\n2: 2.5 3 b\n3: 3.5 4 a",
        "column 1 | x | y | k / 1: | 1.5 | 2 | a / 2: | 2.5 | 3 | b / 3: | 3.5 | 4 | a",
        "",
        "",
    ),
    case(
        "dplyr groups",
        "# A tibble: 3 × 2\n# Groups:   k [2]\n      x k    \n  <dbl> <chr>\n1   1.5 a    \n2   "
        "2.5 b    \n3   3.5 a    ",
        "column 1 | x | k / 1 | 1.5 | a / 2 | 2.5 | b / 3 | 3.5 | a",
        "",
        "",
    ),
    case(
        "stata tab",
        "          k |      Freq.     Percent        "
        "Cum.\n------------+-----------------------------------\n          a |          2       "
        "66.67       66.67\n          b |          1       33.33      "
        "100.00\n------------+-----------------------------------\n      Total |          3      "
        "100.00",
        "k | Freq. | Percent | Cum. / a | 2 | 66.67 | 66.67 / b | 1 | 33.33 | 100",
        "closing=total",
        "",
    ),
    case(
        "julia matrix",
        "3×3 Matrix{Float64}:\n 1.5  2.0  0.0\n 2.5  3.0  1.0\n 3.5  4.0  0.0",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1 / 3.5 | 4 | 0",
        "",
        "",
    ),
    case(
        "julia vector",
        "3-element Vector{Float64}:\n 1.5\n 2.5\n 3.5",
        "column 1 / 1.5 / 2.5 / 3.5",
        "",
        "",
    ),
    case(
        "octave factor",
        "A =\n\n   1.0000e+03   2.0000e+00\n   2.5000e+03   3.0000e+00\n",
        "column 1 | column 2 / 1000 | 2 / 2500 | 3",
        "",
        "",
    ),
    case(
        "matlab table",
        '    x     y    k  \n    ___   _    ___\n\n    1.5   2    "a"\n    2.5   3    "b"\n',
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "numbered paren",
        "1) 1.5 2 a\n2) 2.5 3 b\n3) 3.5 4 a",
        "column 1 | column 2 | column 3 | column 4 / 1) | 1.5 | 2 | a / 2) | 2.5 | 3 | b / 3) | "
        "3.5 | 4 | a",
        "",
        "",
    ),
    case(
        "JavaScript, console.table",
        "┌─────────┬─────┬─────┐\n│ (index) │  x  │  k  │\n├─────────┼─────┼─────┤\n│    0    │ "
        "1.5 │ 'a' │\n│    1    │ 2.5 │ 'b' │\n└─────────┴─────┴─────┘",
        "(index) | x | k / 0 | 1.5 | a / 1 | 2.5 | b",
        "",
        "",
    ),
    case(
        "json nested list",
        '[{"p":[1.5,2],"k":"a"},{"p":[2.5,3],"k":"b"}]',
        'p | k / ["1.5", "2"] | a / ["2.5", "3"] | b',
        "header=yes",
        "“p” was read as text",
    ),
    case(
        "sum and mean",
        "id,x,y\na,1,2\nb,2,3\nc,4,5\nSum,7,10\nMean,2.33,3.33\n",
        "id | x | y / a | 1 | 2 / b | 2 | 3 / c | 4 | 5",
        "closing=total",
        "",
    ),
    case(
        "mittelwert de",
        "id;x;y\na;1,5;2,5\nb;2,5;3,5\nc;4,0;4,0\nMittelwert;2,67;3,33\n",
        "id | x | y / a | 1.5 | 2.5 / b | 2.5 | 3.5 / c | 4 | 4",
        "closing=total",
        "",
    ),
    case(
        "gesamt de",
        "Kreis;x;y\na;1;2\nb;2;3\nc;4;5\nInsgesamt;7;10\n",
        "Kreis | x | y / a | 1 | 2 / b | 2 | 3 / c | 4 | 5",
        "closing=total",
        "",
    ),
    case(
        "label total",
        "x,y,k\n1,2,total\n2,3,part\n3,5,total\n4,4,part\n5,5,total\n",
        "x | y | k / 1 | 2 | total / 2 | 3 | part / 3 | 5 | total / 4 | 4 | part / 5 | 5 | total",
        "",
        "",
    ),
    case(
        "closing row: one column",
        "x\n1.5\n2.5\n3.5\n4.25\n11.75\n",
        "x / 1.5 / 2.5 / 3.5 / 4.25",
        "closing=total",
        "",
    ),
    case(
        "closing row: pct",
        "k,n,pct\na,2,40\nb,1,20\nc,2,40\n,5,100\n",
        "k | n | pct / a | 2 | 40 / b | 1 | 20 / c | 2 | 40",
        "closing=total",
        "",
    ),
    case(
        "fixed width: ragged",
        "x y grade\n1.5 2 very good\n2.5 3 bad\n3.5 4 good\n",
        "x | y | grade / 1.5 | 2 | very good / 2.5 | 3 | bad / 3.5 | 4 | good",
        "spaces=words",
        "",
    ),
    case(
        "fixed width: adjacent texts",
        "name      town      x\nAnna      New York  1.5\nBob van D Rome      2.5\nCarl      Bonn "
        "     3.5\n",
        "name | town | x / Anna | New York | 1.5 / Bob van D | Rome | 2.5 / Carl | Bonn | 3.5",
        "spaces=words",
        "",
    ),
    case(
        "decimal comma: not",
        "x,y,k\n1.5,2,a\n2.5,3,b,extra\n3.5,4,a\n",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b / 3.5 | 4 | a",
        "",
        "1 row had more",
    ),
    case(
        "17 dec",
        "x,k\n0.12345678901234567,a\n0.12345678901234568,b\n0.12345678901234569,a\n",
        "x | k / 0.12345678901234566 | a / 0.12345678901234568 | b / 0.12345678901234569 | a",
        "",
        "",
    ),
    case(
        "fullwidth all",
        "ｘ，ｙ\n１．５，２\n２．５，３\n",
        "ｘ，ｙ / １．５，２ / ２．５，３",
        "header=yes",
        "",
    ),
    case(
        "powershell",
        "x   y k\n-   - -\n1.5 2 a\n2.5 3 b",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
    ),
    case(
        "duckdb",
        "┌────────┬───────┬─────────┐\n│   x    │   y   │    k    │\n│ double │ int32 │ varchar "
        "│\n├────────┼───────┼─────────┤\n│    1.5 │     2 │ a       │\n│    2.5 │     3 │ b     "
        "  │\n└────────┴───────┴─────────┘",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "header=yes",
    ),
    case(
        "total comma thousands",
        'k,x,y\na,"1,200",2\nb,"2,300",3\nTotal,"3,500",5\n',
        "k | x | y / a | 1200 | 2 / b | 2300 | 3",
        "decimal=. closing=total",
    ),
    case(
        "total german",
        "k;x;y\na;1,5;2,5\nb;2,5;3,5\nSumme;4,0;6,0\n",
        "k | x | y / a | 1.5 | 2.5 / b | 2.5 | 3.5",
        "closing=total",
    ),
    case(
        "grand total",
        "k\tx\ty\na\t1\t2\nb\t3\t4\nGrand Total\t4\t6\n",
        "k | x | y / a | 1 | 2 / b | 3 | 4",
        "closing=total",
    ),
    case(
        "total avg word",
        "name,x,k\na,1.5,u\nb,2.5,v\nc,3.6,u\nAvg,2.53,\n",
        "name | x | k / a | 1.5 | u / b | 2.5 | v / c | 3.6 | u",
        "closing=total",
    ),
    case(
        "center point",
        "x,y,r\n-1,-1,a\n-1,1,b\n1,-1,a\n1,1,b\n0,0,a\n",
        "x | y | r / -1 | -1 | a / -1 | 1 | b / 1 | -1 | a / 1 | 1 | b / 0 | 0 | a",
        "closing=row",
    ),
    case(
        "decimal comma: semis names",
        "a,b\n1,5,2,5\n2,5,3,5\n",
        "a | b / 1.5 | 2.5 / 2.5 | 3.5",
        "commas=decimal",
    ),
    case(
        "decimal comma: with space",
        "x, y, k\n1,5, 2, a\n2,5, 3, b\n",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
    ),
    case(
        "decimal comma: id",
        "id,x,k\n1,1.5,a\n2,2,5,b\n3,3.5,a\n",
        "id | x | k / 1 | 1.5 | a / 2 | 2.5 | b / 3 | 3.5 | a",
        "commas=decimal",
    ),
    case(
        "decimal comma: neg",
        "x,k\n-1,5,a\n2.5,b\n3.5,a\n",
        "x | k / -1.5 | a / 2.5 | b / 3.5 | a",
        "commas=decimal",
    ),
    case(
        "fixed label end",
        "x    y   town\n1.5  2   New York\n2.5  3   Rome\n",
        "x | y | town / 1.5 | 2 | New York / 2.5 | 3 | Rome",
        "",
    ),
    case(
        "fixed num in name",
        "name      x\nRoute 66  1.5\nA 7       2.5\nCarl      3.5\n",
        "name | x / Route 66 | 1.5 / A 7 | 2.5 / Carl | 3.5",
        "",
    ),
    case(
        "digits mixed ids",
        "id,k\n00123456789012345678,a\n00123456789012345679,b\n",
        "id | k / 00123456789012345678 | a / 00123456789012345679 | b",
        "",
    ),
    case(
        "20 digits constant",
        "id,x,k\n12345678901234567890,1,a\n12345678901234567890,2,b\n12345678901234567890,3,a\n",
        "id | x | k / 1.2345678901234567e+19 | 1 | a / 1.2345678901234567e+19 | 2 | b / "
        "1.2345678901234567e+19 | 3 | a",
        "",
    ),
    case(
        "digits decimals comma",
        "x;k\n0,1234567890123456;a\n0,1234567890123457;b\n",
        "x | k / 0.1234567890123456 | a / 0.1234567890123457 | b",
        "",
    ),
    case(
        "latex comment",
        "% data\nx & k \\\\\n1.5 & a \\\\\n2.5 & b \\\\",
        "x | k / 1.5 | a / 2.5 | b",
        "",
    ),
    case(
        "latex booktabs pandas",
        "\\begin{tabular}{lrl}\n\\toprule\n & x & k \\\\\n\\midrule\n0 & 1.5 & a \\\\\n1 & 2.5 & "
        "b \\\\\n\\bottomrule\n\\end{tabular}\n",
        "column 1 | x | k / 0 | 1.5 | a / 1 | 2.5 | b",
        "",
    ),
    case(
        "R&D csv",
        "dept,x\nR & D,1.5\nA & B,2.5\n",
        "dept | x / R & D | 1.5 / A & B | 2.5",
        "",
    ),
]

# Cells that stand among numbers but are not plain numbers.
NO_NUMBERS = [
    "1.5D+03",
    "<0.01",
    "5.1±0.2",
    "1_000",
    "3.5*",
    "~3",
    "3..5",
    "1/2",
    "½",
    "3 1/2",
    "n=5",
    "1.5 (0.2)",
    "5-10",
    "1.5×10^3",
    "10^3",
    "1,5,0",
    "0x1F",
    "No. 5",
    "1.2.3",
    "O.5",
    "5k",
    "1.5e+03j",
    "1 .5",
    "p<.001",
    "1.5†",
    "1.5²",
]

CASES = [*REFUSED_FILES, *READ]
