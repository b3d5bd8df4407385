# ruff: noqa: E501  # a table is easier to judge in one line
"""Texts that are no tables of separated cells, and similar tables; see table_cases.py for how a
case is written. What can't be read exactly is refused with the name of its form."""

from tests.features.own_data.table_cases import case


def refusal(name, source, say):
    return case(name, source, "", say=say)


REFUSED_FILES = [
    refusal("MATLAB, a matrix on lines", "A = [1, 2, 0;\n 2.5, 3, 1;\n 4, 5, 0];", "as MATLAB"),
    refusal(
        "MATLAB, printed with a factor",
        "A =\n\n   1.0e+03 *\n\n    1.0000    0.0020         0\n    2.5000    0.0030    0.0010\n",
        "printed with a factor",
    ),
    refusal(
        "Stata, list",
        "     +-------------+\n     |   x   y   k |\n     |-------------|\n  1. | 1.5   2   a "
        "|\n  2. | 2.5   3   b |\n     +-------------+\n",
        "Within the frame spaces part",
    ),
    refusal(
        "PyTorch, a tensor",
        "tensor([[1.5000, 2.0000, 0.0000],\n        [2.5000, 3.0000, 1.0000]])",
        "as PyTorch prints it",
    ),
    refusal(
        "YAML, a list of records",
        "- x: 1.5\n  y: 2\n  k: a\n- x: 2.5\n  y: 3\n  k: b\n- x: 3.5\n  y: 4\n  k: a\n",
        "has a line for each value",
    ),
    refusal("NumPy, 1d", "array([1.5, 2. , 3. ])", "The rows are in brackets, as Python"),
    refusal("NumPy, 1d str", "[1.5 2.  3. ]", "Brackets stand around the rows"),
    refusal(
        "NumPy, ellipsis",
        "array([[0.1, 0.2, 0.3, ..., 0.8, 0.9, 1. ],\n       [0.1, 0.2, 0.3, ..., 0.8, 0.9, 1. "
        "],\n       ...,\n       [0.1, 0.2, 0.3, ..., 0.8, 0.9, 1. ],\n       [0.1, 0.2, 0.3, "
        "..., 0.8, 0.9, 1. ]])",
        "This was printed in part",
    ),
    refusal(
        "NumPy, str ellipsis",
        "[[0.1 0.2 0.3 ... 0.8 0.9 1. ]\n [0.1 0.2 0.3 ... 0.8 0.9 1. ]\n ...\n [0.1 0.2 0.3 ... "
        "0.8 0.9 1. ]]",
        "This was printed in part",
    ),
    refusal(
        "NumPy, 3d",
        "array([[[1, 2],\n        [3, 4]],\n\n       [[5, 6],\n        [7, 8]]])",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "NumPy, 3d str",
        "[[[1 2]\n  [3 4]]\n\n [[5 6]\n  [7 8]]]",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "NumPy, assigned",
        "X = np.array([[1.5, 2], [2.5, 3]])\ny = np.array([0, 1])",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "NumPy, structured",
        "array([(1.5, 2, b'a'), (2.5, 3, b'b')],\n      dtype=[('x', '<f8'), ('y', '<i8'), ('k', "
        "'S1')])",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "NumPy, rec",
        "rec.array([(1.5, 2, 'a'), (2.5, 3, 'b')],\n          dtype=[('x', '<f8'), ('y', '<i8'), "
        "('k', '<U1')])",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "NumPy, matrix",
        "matrix([[1.5, 2],\n        [2.5, 3]])",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "NumPy, masked",
        "masked_array(\n  data=[[1.5, --],\n        [2.5, 3.0]],\n  mask=[[False,  True],\n      "
        "  [False, False]],\n  fill_value=1e+20)",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "NumPy, complex",
        "array([[1.+2.j, 2.+0.j],\n       [2.+0.j, 3.-1.j]])",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "torch cuda",
        "tensor([[1.5000, 2.0000],\n        [2.5000, 3.0000]], device='cuda:0', "
        "grad_fn=<AddBackward0>)",
        "The rows are in brackets, as PyTorch",
    ),
    refusal(
        "torch factor",
        "tensor([[1.0000e+03, 2.0000e+00],\n        [2.5000e+03, 3.0000e+00]], "
        "dtype=torch.float64)",
        "The rows are in brackets, as PyTorch",
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
        "jax old",
        "DeviceArray([[1.5, 2. ],\n             [2.5, 3. ]], dtype=float32)",
        "The rows are in brackets, as Python",
    ),
    refusal("cupy", "cupy.array([[1.5,2],[2.5,3]])", "The rows are in brackets, as Python"),
    refusal(
        "xarray",
        "<xarray.DataArray (x: 2, y: 2)>\narray([[1.5, 2. ],\n       [2.5, 3. "
        "]])\nCoordinates:\n  * x        (x) int64 0 1\n  * y        (y) int64 0 1",
        "how a program describes an object",
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
        "coords tuples", "(1.5, 2.0)\n(2.5, 3.0)\n(3.5, 4.0)", "Brackets stand around the rows"
    ),
    refusal(
        "coords tuples label",
        "(1.5, 2.0), a\n(2.5, 3.0), b\n(3.5, 4.0), a",
        "Brackets stand around the rows",
    ),
    refusal(
        "bracket rows words",
        "[1.5, 2.0, 'a']\n[2.5, 3.0, 'b']\n[3.5, 4.0, 'a']",
        "Brackets stand around the rows",
    ),
    refusal(
        "bracket rows bare words",
        "[1.5, 2.0, a]\n[2.5, 3.0, b]\n[3.5, 4.0, a]",
        "Brackets stand around the rows",
    ),
    refusal(
        "bracket rows comma",
        "[1.5, 2.0, 0],\n[2.5, 3.0, 1],\n[3.5, 4.0, 0]",
        "Brackets stand around the rows",
    ),
    refusal(
        "braces rows",
        "{1.5, 2.0, 0},\n{2.5, 3.0, 1},\n{3.5, 4.0, 0}",
        "Brackets stand around the rows",
    ),
    refusal(
        "mathematica",
        '{{1.5, 2, "a"}, {2.5, 3, "b"}}',
        "The rows are in brackets, as Mathematica",
    ),
    refusal(
        "mathematica num",
        "{{1.5, 2, 0}, {2.5, 3, 1}}",
        "The rows are in brackets, as Mathematica",
    ),
    refusal(
        "mathematica assign",
        "data = {{1.5, 2., 0}, {2.5, 3., 1}};",
        "The rows are in brackets, as Mathematica",
    ),
    refusal(
        "mathematica exp",
        "{{1.5*^3, 2, 0}, {2.5*^3, 3, 1}}",
        "The rows are in brackets, as Mathematica",
    ),
    refusal(
        "mathematica multi",
        "{{1.5, 2, 0},\n {2.5, 3, 1},\n {3.5, 4, 0}}",
        "The rows are in brackets, as Mathematica",
    ),
    refusal(
        "C array",
        "double X[3][2] = {{1.5, 2}, {2.5, 3}, {3.5, 4}};",
        "The rows are in brackets, as Mathematica",
    ),
    refusal(
        "C array ml",
        "double X[3][2] = {\n  {1.5, 2},\n  {2.5, 3},\n  {3.5, 4}\n};",
        "The rows are in brackets, as Mathematica",
    ),
    refusal(
        "pandas dots cols",
        "      a    b  ...    y    z\n0   1.5  2.0  ...  0.5  0.6\n1   2.5  3.0  ...  0.7  "
        "0.8\n2   3.5  4.0  ...  0.9  1.0\n\n[3 rows x 26 columns]",
        "This was printed in part",
    ),
    refusal(
        "pandas dots rows",
        "      x  y  k\n0   1.5  2  a\n1   2.5  3  b\n..  ...  .. ..\n98  3.5  4  a\n99  4.5  4  "
        "a\n\n[100 rows x 3 columns]",
        "This was printed in part",
    ),
    refusal(
        "pandas both",
        "      a    b  ...    y    z\n0   1.5  2.0  ...  0.5  0.6\n1   2.5  3.0  ...  0.7  "
        "0.8\n..  ...  ...  ...  ...  ...\n98  3.5  4.0  ...  0.9  1.0\n\n[99 rows x 26 columns]",
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
        "polars dots",
        "shape: (100, 3)\n┌─────┬─────┬─────┐\n│ x   ┆ y   ┆ k   │\n│ --- ┆ --- ┆ --- │\n│ f64 ┆ "
        "i64 ┆ str │\n╞═════╪═════╪═════╡\n│ 1.5 ┆ 2   ┆ a   │\n│ 2.5 ┆ 3   ┆ b   │\n│ …   ┆ …   "
        "┆ …   │\n│ 3.5 ┆ 4   ┆ a   │\n└─────┴─────┴─────┘",
        "This was printed in part",
    ),
    refusal(
        "polars dots cols",
        "shape: (3, 9)\n┌─────┬─────┬───┬─────┐\n│ x   ┆ y   ┆ … ┆ k   │\n│ --- ┆ --- ┆   ┆ --- "
        "│\n│ f64 ┆ i64 ┆   ┆ str │\n╞═════╪═════╪═══╪═════╡\n│ 1.5 ┆ 2   ┆ … ┆ a   │\n│ 2.5 ┆ 3 "
        "  ┆ … ┆ b   │\n│ 3.5 ┆ 4   ┆ … ┆ a   │\n└─────┴─────┴───┴─────┘",
        "This was printed in part",
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
        "xml lines",
        "<rows>\n<row><x>1.5</x><k>a</k></row>\n<row><x>2.5</x><k>b</k></row>\n</rows>",
        "web page or XML",
    ),
    refusal(
        "xml frag", '<row x="1.5" y="2" k="a"/>\n<row x="2.5" y="3" k="b"/>', "web page or XML"
    ),
    refusal(
        "mediawiki",
        '{| class="wikitable"\n! x !! y !! k\n|-\n| 1.5 || 2 || a\n|-\n| 2.5 || 3 || b\n|}',
        "language of a wiki",
    ),
    refusal("textile/jira", "||x||y||k||\n|1.5|2|a|\n|2.5|3|b|", "language of a wiki"),
    refusal("bbcode", "[table][tr][td]1.5[/td][td]a[/td][/tr][/table]", "web page or XML"),
    refusal("latex math", "$1.5$ & $2$ & a \\\\\n$2.5$ & $3$ & b \\\\", "This is LaTeX with more"),
    refusal(
        "latex multicolumn",
        "\\begin{tabular}{lll}\n\\multicolumn{2}{c}{size} & k \\\\\nx & y & \\\\\n1.5 & 2 & a "
        "\\\\\n2.5 & 3 & b \\\\\n\\end{tabular}",
        "This is LaTeX with more",
    ),
    refusal(
        "latex textbf",
        "\\textbf{x} & \\textbf{k} \\\\\n1.5 & a\\_b \\\\\n2.5 & b \\\\",
        "This is LaTeX with more",
    ),
    refusal(
        "latex sci",
        "$1.5\\times10^{3}$ & a \\\\\n$2.5\\times10^{3}$ & b \\\\",
        "This is LaTeX with more",
    ),
    refusal("latex \\num", "\\num{1.5} & a \\\\\n\\num{2.5} & b \\\\", "This is LaTeX with more"),
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
        "R tibble more",
        "# A tibble: 150 × 3\n       x     y k    \n   <dbl> <dbl> <chr>\n 1   1.5     2 a    \n "
        "2   2.5     3 b    \n 3   3.5     4 a    \n# ℹ 147 more rows\n# ℹ Use `print(n = ...)` "
        "to see more rows",
        "This was printed in part",
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
        "stata sep",
        "     +-------------+\n     |   x   y   k |\n     |-------------|\n  1. | 1.5   2   a "
        "|\n  2. | 2.5   3   b |\n     |-------------|\n  3. | 3.5   4   a |\n     +-------------+",
        "Within the frame spaces part",
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
        "julia dots",
        "100×3 Matrix{Float64}:\n 1.5  2.0  0.0\n 2.5  3.0  1.0\n ⋮\n 3.5  4.0  0.0",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "julia dots cols",
        "3×100 Matrix{Float64}:\n 1.5  2.0  0.0  …  1.0  2.0\n 2.5  3.0  1.0     1.0  2.0\n 3.5  "
        "4.0  0.0     1.0  2.0",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "julia literal",
        "[1.5 2.0 0; 2.5 3.0 1; 3.5 4.0 0]",
        "The rows are in brackets, as MATLAB",
    ),
    refusal(
        "julia df",
        "3×3 DataFrame\n Row │ x        y      k\n     │ Float64  Int64  "
        "String\n─────┼────────────────────────\n   1 │     1.5      2  a\n   2 │     2.5      3 "
        " b\n   3 │     3.5      4  a",
        "Within the frame spaces part",
    ),
    refusal(
        "julia df omitted",
        "100×3 DataFrame\n Row │ x        y      k\n     │ Float64  Int64  "
        "String\n─────┼────────────────────────\n   1 │     1.5      2  a\n   2 │     2.5      3 "
        " b\n  ⋮  │    ⋮       ⋮      ⋮\n 100 │     3.5      4  a\n               97 rows omitted",
        "This was printed in part",
    ),
    refusal(
        "julia vec of tuples",
        "3-element Vector{Tuple{Float64, Int64}}:\n (1.5, 2)\n (2.5, 3)\n (3.5, 4)",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "matlab one line",
        "A = [1.5 2 0; 2.5 3 1; 4 5 0]",
        "The rows are in brackets, as MATLAB",
    ),
    refusal(
        "matlab one line;",
        "A = [1.5 2 0; 2.5 3 1; 4 5 0];",
        "The rows are in brackets, as MATLAB",
    ),
    refusal(
        "matlab no assign",
        "[1.5, 2, 0; 2.5, 3, 1; 4, 5, 0]",
        "The rows are in brackets, as MATLAB",
    ),
    refusal(
        "matlab lines spaces",
        "A = [1.5 2 0\n     2.5 3 1\n     4 5 0];",
        "The rows are in brackets, as MATLAB",
    ),
    refusal(
        "matlab lines begin", "A = [\n1.5 2 0\n2.5 3 1\n4 5 0\n];", "Brackets stand around the rows"
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
    refusal(
        "octave diag",
        "ans =\n\nDiagonal Matrix\n\n   1   0\n   0   2\n",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "matlab table head",
        'T =\n\n  2×3 table\n\n     x     y     k  \n    ___    _    ___\n\n    1.5    2    "a"\n    2.5    3    "b"\n',
        "what MATLAB, Octave or Julia prints",
    ),
    refusal("matlab cell", "C = {1.5, 'a'; 2.5, 'b'}", "Brackets stand around the rows"),
    refusal(
        "matlab cell print",
        "C =\n\n  2×2 cell array\n\n    {[1.5000]}    {'a'}\n    {[2.5000]}    {'b'}\n",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal("maple", "Matrix([[1.5, 2], [2.5, 3]])", "The rows are in brackets, as Python"),
    refusal("maxima", "matrix([1.5,2],[2.5,3])", "The rows are in brackets, as Python"),
    refusal("sympy", "Matrix([\n[1.5, 2],\n[2.5, 3]])", "Brackets stand around the rows"),
    refusal("sympy pretty", "⎡1.5  2⎤\n⎢      ⎥\n⎣2.5  3⎦", "Brackets stand around the rows"),
    refusal("sage", "[1.5   2]\n[2.5   3]\n[3.5   4]", "Brackets stand around the rows"),
    refusal(
        "yaml list of lists", "- [1.5, 2, a]\n- [2.5, 3, b]\n- [3.5, 4, a]", "as entries of a list"
    ),
    refusal(
        "yaml flow maps",
        "- {x: 1.5, y: 2, k: a}\n- {x: 2.5, y: 3, k: b}\n- {x: 3.5, y: 3, k: b}",
        "as entries of a list",
    ),
    refusal(
        "yaml columns",
        "x: [1.5, 2.5, 3.5]\ny: [2, 3, 4]\nk: [a, b, a]",
        "has a line for each value",
    ),
    refusal(
        "yaml columns block", "x:\n  - 1.5\n  - 2.5\ny:\n  - 2\n  - 3", "has a line for each value"
    ),
    refusal(
        "yaml nested list",
        "data:\n  - x: 1.5\n    y: 2\n  - x: 2.5\n    y: 3",
        "has a line for each value",
    ),
    refusal("yaml doc", "---\n- x: 1.5\n  y: 2\n- x: 2.5\n  y: 3", "has a line for each value"),
    refusal("yaml dash lists", "-\n  - 1.5\n  - 2\n-\n  - 2.5\n  - 3", "as entries of a list"),
    refusal("yaml list numbers", "- 1.5\n- 2.5\n- 3.5", "as entries of a list"),
    refusal("yaml nested dashes", "- - 1.5\n  - 2\n- - 2.5\n  - 3", "as entries of a list"),
    refusal(
        "toml",
        '[[row]]\nx = 1.5\nk = "a"\n\n[[row]]\nx = 2.5\nk = "b"',
        "has a line for each value",
    ),
    refusal("ini", "[a]\nx = 1.5\ny = 2\n[b]\nx = 2.5\ny = 3", "has a line for each value"),
    refusal("key value", "x: 1.5\ny: 2\nk: a\n\nx: 2.5\ny: 3\nk: b", "has a line for each value"),
    refusal(
        "key=value",
        "x=1.5, y=2, k=a\nx=2.5, y=3, k=b\nx=3.5, y=4, k=a",
        "Each value has a name before it",
    ),
    refusal("key=value sp", "x=1.5 y=2 k=a\nx=2.5 y=3 k=b", "Each value has a name before it"),
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
    refusal("dash bullets", "- 1.5, 2, a\n- 2.5, 3, b\n- 3.5, 4, a", "as entries of a list"),
    refusal(
        "Python, two lists",
        'x = [1.5, 2.5, 3.5]\ny = [2, 3, 4]\nk = ["a", "b", "a"]',
        "Brackets stand around the rows",
    ),
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
    refusal("Python, _", "[[1_000, 2], [2_500, 3]]", "The rows are in brackets, as Python"),
    refusal("Python, set", "{1.5, 2.5, 3.5}", "Brackets stand around the rows"),
    refusal(
        "Python, dataclass",
        "[Point(x=1.5, y=2), Point(x=2.5, y=3)]",
        "Brackets stand around the rows",
    ),
    refusal(
        "Python, namedtuple lines",
        "Point(x=1.5, y=2)\nPoint(x=2.5, y=3)\nPoint(x=3.5, y=4)",
        "Brackets stand around the rows",
    ),
    refusal(
        "Python, np.float64",
        "[(np.float64(1.5), 2), (np.float64(2.5), 3)]",
        "The rows are in brackets, as Python",
    ),
    refusal("Python, dict tuples", "{(0, 1): 1.5, (0, 2): 2.5}", "Brackets stand around the rows"),
    refusal(
        "Python, print dicts lines",
        "{'x': 1.5, 'k': 'a'}\n{'x': 2.5, 'k': 'b'}",
        "Brackets stand around the rows",
    ),
    refusal(
        "js", 'const data = [{x: 1.5, k: "a"}, {x: 2.5, k: "b"}];', "Brackets stand around the rows"
    ),
    refusal(
        "JavaScript, export",
        'export default [\n  {x: 1.5, k: "a"},\n  {x: 2.5, k: "b"},\n];',
        "Brackets stand around the rows",
    ),
    refusal(
        "JavaScript, let var",
        "var data = [[1.5,2],[2.5,3]];",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "JavaScript, ts",
        "const data: number[][] = [[1.5, 2], [2.5, 3]];",
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
    refusal("rust", "vec![vec![1.5, 2.0], vec![2.5, 3.0]]", "Brackets stand around the rows"),
    refusal("rust2", "let x = [[1.5, 2.0], [2.5, 3.0]];", "The rows are in brackets, as Python"),
    refusal("go", "[][]float64{{1.5, 2}, {2.5, 3}}", "The rows are in brackets, as Mathematica"),
    refusal("php", "array(array(1.5, 2), array(2.5, 3))", "The rows are in brackets, as Python"),
    refusal("php short", "$x = [[1.5, 2], [2.5, 3]];", "The rows are in brackets, as Python"),
    refusal(
        "java",
        "double[][] x = {{1.5, 2}, {2.5, 3}};",
        "The rows are in brackets, as Mathematica",
    ),
    refusal(
        "sql insert",
        "INSERT INTO t (x, y, k) VALUES (1.5, 2, 'a'), (2.5, 3, 'b');",
        "The rows are in brackets, as SQL",
    ),
    refusal(
        "sql inserts",
        "INSERT INTO t (x, y, k) VALUES (1.5, 2, 'a');\nINSERT INTO t (x, y, k) VALUES (2.5, 3, "
        "'b');\nINSERT INTO t (x, y, k) VALUES (3.5, 3, 'b');",
        "The rows are in brackets, as SQL",
    ),
    refusal(
        "sql values",
        "(1.5, 2, 'a'),\n(2.5, 3, 'b'),\n(3.5, 4, 'a');",
        "Brackets stand around the rows",
    ),
    refusal("lisp", "((1.5 2 a) (2.5 3 b))", "Brackets stand around the rows"),
    refusal("excel array", "={1.5,2;2.5,3}", "Brackets stand around the rows"),
    refusal("excel array de", "{1,5;2.2,5;3}", "Brackets stand around the rows"),
    refusal(
        "wolfram tabular",
        "({\n {1.5, 2},\n {2.5, 3}\n})",
        "The rows are in brackets, as Mathematica",
    ),
    refusal("tikz", "(1.5,2) (2.5,3) (3.5,4)", "Brackets stand around the rows"),
    refusal(
        "tikz2",
        "\\addplot coordinates {(1.5,2) (2.5,3) (3.5,4)};",
        "Brackets stand around the rows",
    ),
    refusal("gnuplot", "$data << EOD\n1.5 2 a\n2.5 3 b\nEOD", "program with data in it"),
    refusal(
        "matrix market",
        "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 1.5\n1 2 2.5\n2 2 3.5\n3 3 4.5",
        "Matrix Market",
    ),
    refusal(
        "matrix market arr",
        "%%MatrixMarket matrix array real general\n2 2\n1.5\n2.5\n3.5\n4.5",
        "Matrix Market",
    ),
    refusal(
        "svmlight qid", "1 qid:1 1:1.5 2:2\n0 qid:1 1:2.5 2:3", "Each value has a name before it"
    ),
    refusal("vw", "1 | x:1.5 y:2\n-1 | x:2.5 y:3", "Each value has a name before it"),
    refusal(
        "MATLAB rows no assign, again",
        "[1, 2, 0;\n 2.5, 3, 1;\n 4, 5, 0]",
        "The rows are in brackets, as MATLAB",
    ),
    refusal(
        "MATLAB rows spaces, again",
        "[1 2 0;\n 2.5 3 1;\n 4 5 0]",
        "The rows are in brackets, as MATLAB",
    ),
    refusal(
        "R matrix code, again",
        "matrix(c(1.5, 2.5, 2, 3), nrow = 2)",
        "The rows are in brackets, as R has",
    ),
    refusal(
        "R code lines, again",
        'x <- c(1.5, 2.5, 3.5)\ny <- c(2, 3, 4)\nk <- c("a", "b", "a")',
        "The rows are in brackets, as R has",
    ),
    refusal(
        "R tribble, again",
        'tribble(\n  ~x, ~y, ~k,\n  1.5, 2, "a",\n  2.5, 3, "b"\n)',
        "Brackets stand around the rows",
    ),
    refusal(
        "R read.table text, again",
        'd <- read.table(text = "\nx y k\n1.5 2 a\n2.5 3 b\n", header = TRUE)',
        "Brackets stand around the rows",
    ),
    refusal(
        "tibble old more, again",
        "# A tibble: 150 x 3\n       x     y k    \n   <dbl> <dbl> <chr>\n 1   1.5     2 a    \n "
        "2   2.5     3 b    \n# … with 148 more rows",
        "This was printed in part",
    ),
    refusal(
        "tibble 3 dots, again",
        "# A tibble: 150 x 3\n       x     y k    \n   <dbl> <dbl> <chr>\n 1   1.5     2 a    \n "
        "2   2.5     3 b    \n# ... with 148 more rows",
        "This was printed in part",
    ),
    refusal(
        "tibble head only, again",
        "# A tibble: 150 x 3\n       x     y k    \n   <dbl> <dbl> <chr>\n 1   1.5     2 a    \n "
        "2   2.5     3 b    ",
        "This was printed in part",
    ),
    refusal(
        "csv dots row, again", "x,y,k\n1.5,2,a\n2.5,3,b\n...\n9.5,4,a\n", "This was printed in part"
    ),
    refusal(
        "csv dots all, again",
        "x,y,k\n1.5,2,a\n2.5,3,b\n...,...,...\n9.5,4,a\n",
        "This was printed in part",
    ),
    refusal("csv dots last, again", "x,y,k\n1.5,2,a\n2.5,3,b\n…", "This was printed in part"),
    refusal(
        "yaml flow lines, again",
        "{x: 1.5, y: 2, k: a}\n{x: 2.5, y: 3, k: b}",
        "Brackets stand around the rows",
    ),
    refusal(
        "json lines trailing coMathematica, again",
        '{"x": 1.5, "k": "a"},\n{"x": 2.5, "k": "b"},',
        "begins like JSON",
    ),
    refusal(
        "sqlite line, again",
        "    x = 1.5\n    y = 2\n    k = a\n\n    x = 2.5\n    y = 3\n    k = b",
        "has a line for each value",
    ),
    refusal(
        "powershell list, again",
        "x : 1.5\ny : 2\nk : a\n\nx : 2.5\ny : 3\nk : b",
        "has a line for each value",
    ),
    refusal(
        "stata prompt, again",
        ". list x y\n\n     +---------+\n     |   x   y |\n     |---------|\n  1. | 1.5   2 |\n  "
        "2. | 2.5   3 |\n     +---------+",
        "Within the frame spaces part",
    ),
    refusal(
        "stata compress, again",
        "     +-------+\n     | x y k |\n     |-------|\n  1. | 1 2 a |\n  2. | 2 3 b |\n     "
        "+-------+",
        "Within the frame spaces part",
    ),
    refusal(
        "duckdb dots, again",
        "┌────────┬───────┐\n│   x    │   y   │\n│ double │ int32 │\n├────────┼───────┤\n│    "
        "1.5 │     2 │\n│     ·  │    ·  │\n│     ·  │    ·  │\n│    2.5 │     3 "
        "│\n├────────┴───────┤\n│   100 rows     │\n└────────────────┘",
        "This was printed in part",
    ),
    refusal(
        "Mathematica rows, again",
        "{1.5, 2, a}\n{2.5, 3, b}\n{3.5, 3, b}",
        "Brackets stand around the rows",
    ),
    refusal(
        "sklearn bunch, again",
        "{'data': array([[5.1, 3.5],\n       [4.9, 3. ]]), 'target': array([0, 0])}",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "latex with caption, again",
        "\\begin{table}\n\\caption{Data}\n\\begin{tabular}{ll}\nx & k \\\\\n1.5 & a \\\\\n2.5 & "
        "b \\\\\n\\end{tabular}\n\\end{table}",
        "This is LaTeX with more",
    ),
    refusal(
        "latex array, again",
        "\\begin{array}{cc}\n1.5 & 2 \\\\\n2.5 & 3\n\\end{array}",
        "This is LaTeX with more",
    ),
    refusal(
        "latex cline, again",
        "x & k \\\\ \\cline{1-2}\n1.5 & a \\\\\n2.5 & b \\\\",
        "This is LaTeX with more",
    ),
    refusal("factor line, again", "×10^3\n1.5 2\n2.5 3\n", "printed with a factor before them"),
    refusal(
        "octave sparse, again",
        "A =\n\nCompressed Column Sparse (rows = 2, cols = 2, nnz = 2 [50%])\n\n  (1, 1) -> "
        "1.5\n  (2, 2) -> 2.5\n",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "MATLAB cplx, again",
        "A =\n\n   1.0000 + 2.0000i   2.0000 + 0.0000i\n   2.5000 + 0.0000i   3.0000 - 1.0000i\n",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "MATLAB 3d, again",
        "ans(:,:,1) =\n\n     1     2\n     3     4\n\n\nans(:,:,2) =\n\n     5     6\n     7    "
        " 8\n",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "MATLAB two, again",
        "A =\n\n     1     2\n     3     4\n\nb =\n\n     0\n     1\n",
        "what MATLAB, Octave or Julia prints",
    ),
    refusal(
        "numpy two, again",
        "[[1.5 2. ]\n [2.5 3. ]]\n[0 1]",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "shape then array, again",
        "(2, 2)\n[[1.5 2. ]\n [2.5 3. ]]",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "ipython, again",
        "In [1]: X\nOut[1]: \narray([[1.5, 2. ],\n       [2.5, 3. ]])",
        "The rows are in brackets, as Python",
    ),
    refusal(
        "python prompt, again",
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
        "a total under numbers for labels",
        "id,x,y,k\na,1.5,2,0\nb,2.5,3,1\nc,3.5,4,0\nd,1,3,1\nTotal,8.5,12,2\n",
        "id | x | y | k / a | 1.5 | 2 | 0 / b | 2.5 | 3 | 1 / c | 3.5 | 4 | 0 / d | 1 | 3 | 1",
        "closing=total",
    ),
    case(
        "NumPy, repr",
        "array([[1.5, 2. , 0. ],\n       [2.5, 3. , 1. ],\n       [3.5, 4. , 0. ]])",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1 / 3.5 | 4 | 0",
        "",
        "",
    ),
    case(
        "NumPy, str",
        "[[1.5 2.  0. ]\n [2.5 3.  1. ]\n [3.5 4.  0. ]]",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1 / 3.5 | 4 | 0",
        "",
        "",
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
        "NumPy, complex csv",
        "z,k\n1+2j,a\n2-1j,b\n3+0j,a\n",
        "z | k / 1+2j | a / 2-1j | b / 3+0j | a",
        "header=yes",
        "because 3 of its cells are not plain numbers: “1+2j”",
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
        "NumPy, e",
        "[[1.5e+03 2.0e+00]\n [2.5e+03 3.0e+00]]",
        "column 1 | column 2 / 1500 | 2 / 2500 | 3",
        "",
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
        "bracket rows",
        "[1.5, 2.0, 0]\n[2.5, 3.0, 1]\n[3.5, 4.0, 0]",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1 / 3.5 | 4 | 0",
        "",
        "",
    ),
    case(
        "pandas",
        "      x  y  k\n0   1.5  2  a\n1   2.5  3  b\n2   3.5  4  a",
        "column 1 | x | y | k / 0 | 1.5 | 2 | a / 1 | 2.5 | 3 | b / 2 | 3.5 | 4 | a",
        "",
        "",
    ),
    case(
        "pandas series",
        "0    1.5\n1    2.5\n2    3.5\nName: x, dtype: float64",
        "column 1 | column 2 / 0 | 1.5 / 1 | 2.5 / 2 | 3.5",
        "",
        "",
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
        "pandas describe",
        "              x         y\ncount  3.000000  3.000000\nmean   2.500000  3.000000\nstd    "
        "1.000000  1.000000\nmin    1.500000  2.000000\n25%    2.000000  2.500000\n50%    "
        "2.500000  3.000000\n75%    3.000000  3.500000\nmax    3.500000  4.000000",
        "column 1 | x | y / count | 3 | 3 / mean | 2.5 | 3 / std | 1 | 1 / min | 1.5 | 2 / 25% | "
        "2 | 2.5 / 50% | 2.5 | 3 / 75% | 3 | 3.5 / max | 3.5 | 4",
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
        "pandas DataFrame literal",
        'pd.DataFrame({"x": [1.5, 2.5], "k": ["a", "b"]})',
        "x | k / 1.5 | a / 2.5 | b",
        "",
        "",
    ),
    case(
        "polars",
        "shape: (3, 3)\n┌─────┬─────┬─────┐\n│ x   ┆ y   ┆ k   │\n│ --- ┆ --- ┆ --- │\n│ f64 ┆ "
        "i64 ┆ str │\n╞═════╪═════╪═════╡\n│ 1.5 ┆ 2   ┆ a   │\n│ 2.5 ┆ 3   ┆ b   │\n│ 3.5 ┆ 4   "
        "┆ a   │\n└─────┴─────┴─────┘",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b / 3.5 | 4 | a",
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
        "mysql",
        "+-----+---+---+\n| x   | y | k |\n+-----+---+---+\n| 1.5 | 2 | a |\n| 2.5 | 3 | b "
        "|\n+-----+---+---+\n2 rows in set (0.00 sec)",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
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
        "emacs grid",
        "+-----+-----+\n| x   | k   |\n+=====+=====+\n| 1.5 | a   |\n+-----+-----+\n| 2.5 | b   "
        "|\n+-----+-----+",
        "x | k / 1.5 | a / 2.5 | b",
        "",
        "",
    ),
    case(
        "rst simple",
        "===  ===  ===\n x    y    k\n===  ===  ===\n1.5   2    a\n2.5   3    b\n===  ===  ===",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "md",
        "| x | y | k |\n|---|--:|:-:|\n| 1.5 | 2 | a |\n| 2.5 | 3 | b |",
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
        "Markdown, fenced",
        "```\nx,y,k\n1.5,2,a\n2.5,3,b\n```",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "Markdown, bold",
        "| x | k |\n|---|---|\n| **1.5** | a |\n| 2.5 | b |\n| 3.5 | a |",
        "x | k / **1.5** | a / 2.5 | b / 3.5 | a",
        "header=yes",
        "“**1.5**”",
    ),
    case(
        "Markdown, escaped bar",
        "| x | k |\n|---|---|\n| 1.5 | a\\|b |\n| 2.5 | c |",
        "x | k / 1.5 | a|b / 2.5 | c",
        "",
        "",
    ),
    case(
        "org",
        "| x   | y | k |\n|-----+---+---|\n| 1.5 | 2 | a |\n| 2.5 | 3 | b |\n#+TBLFM: $3=vsum",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "org caption",
        "#+CAPTION: data\n#+NAME: tbl\n| x   | k |\n|-----+---|\n| 1.5 | a |\n| 2.5 | b |",
        "x | k / 1.5 | a / 2.5 | b",
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
        "latex",
        "\\begin{tabular}{lll}\n\\hline\nx & y & k \\\\\n\\hline\n1.5 & 2 & a \\\\\n2.5 & 3 & b "
        "\\\\\n\\hline\n\\end{tabular}",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "latex rows",
        "x & y & k \\\\\n1.5 & 2 & a \\\\\n2.5 & 3 & b",
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
        "latex one",
        "x & y & k \\\\ 1.5 & 2 & a \\\\ 2.5 & 3 & b \\\\",
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
        "R df",
        "    x y k\n1 1.5 2 a\n2 2.5 3 b\n3 3.5 4 a",
        "column 1 | x | y | k / 1 | 1.5 | 2 | a / 2 | 2.5 | 3 | b / 3 | 3.5 | 4 | a",
        "",
        "",
    ),
    case(
        "R matrix",
        "     [,1] [,2] [,3]\n[1,]  1.5    2    0\n[2,]  2.5    3    1\n[3,]  3.5    4    0",
        "column 1 | [,1] | [,2] | [,3] / [1,] | 1.5 | 2 | 0 / [2,] | 2.5 | 3 | 1 / [3,] | 3.5 | "
        "4 | 0",
        "",
        "",
    ),
    case(
        "R tibble",
        "# A tibble: 3 × 3\n      x     y k    \n  <dbl> <dbl> <chr>\n1   1.5     2 a    \n2   "
        "2.5     3 b    \n3   3.5     4 a    ",
        "column 1 | x | y | k / 1 | 1.5 | 2 | a / 2 | 2.5 | 3 | b / 3 | 3.5 | 4 | a",
        "",
        "",
    ),
    case(
        "R wide wrap",
        "    a   b   c\n1 1.5 2.5 3.5\n2 1.6 2.6 3.6\n    d   e\n1 4.5 5.5\n2 4.6 5.6",
        "column 1 | a | b | c | d | e / 1 | 1.5 | 2.5 | 3.5 | 4.5 | 5.5 / 2 | 1.6 | 2.6 | 3.6 | "
        "4.6 | 5.6",
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
        "R table",
        "   \n    a b\n  0 2 1\n  1 1 3",
        "column 1 | a | b / 0 | 2 | 1 / 1 | 1 | 3",
        "",
        "",
    ),
    case(
        "R fortran",
        "x,k\n1.5D+03,a\n2.5D+03,b\n3.5D+03,a\n",
        "x | k / 1.5D+03 | a / 2.5D+03 | b / 3.5D+03 | a",
        "header=yes",
        "“1.5D+03”",
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
        "stata clean",
        "         x   y   k  \n  1.   1.5   2   a  \n  2.   2.5   3   b  ",
        "column 1 | x | y | k / 1 | 1.5 | 2 | a / 2 | 2.5 | 3 | b",
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
        "stata summarize",
        "    Variable |        Obs        Mean    Std. dev.       Min        "
        "Max\n-------------+---------------------------------------------------------\n          "
        " x |         74     21.2973    5.785503         12         41\n           y |         "
        "74    3019.459    777.1936       1760       4840",
        "Variable | Obs | Mean | Std. dev. | Min | Max / x | 74 | 21.2973 | 5.785503 | 12 | 41 / "
        "y | 74 | 3019.459 | 777.1936 | 1760 | 4840",
        "",
        "",
    ),
    case(
        "sas print",
        "                     Obs     x     y    k\n\n                      1     1.5    2    "
        "a\n                      2     2.5    3    b",
        "Obs | x | y | k / 1 | 1.5 | 2 | a / 2 | 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "sas cards",
        "x y k\n1.5 2 a\n2.5 . b\n. 3 a\n",
        "x | y | k / 1.5 | 2 | a / 2.5 |  | b /  | 3 | a",
        "",
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
        "matlab print",
        "A =\n\n    1.5000    2.0000         0\n    2.5000    3.0000    1.0000\n",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1",
        "",
        "“A =” above the table was left out",
    ),
    case(
        "matlab ans",
        "ans =\n\n     1     2\n     3     4\n",
        "column 1 | column 2 / 1 | 2 / 3 | 4",
        "",
        "",
    ),
    case(
        "octave",
        "A =\n\n   1.5000   2.0000        0\n   2.5000   3.0000   1.0000\n",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1",
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
        "numbered list",
        "1. 1.5, 2, a\n2. 2.5, 3, b\n3. 3.5, 4, a",
        "column 1 | column 2 | column 3 / 1. 1.5 | 2 | a / 2. 2.5 | 3 | b / 3. 3.5 | 4 | a",
        "",
        "“1. 1.5”",
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
        "Python, list",
        '[[1.5, 2, "a"], [2.5, 3, "b"]]',
        "column 1 | column 2 | column 3 / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "Python, assign",
        'data = [\n    (1.5, 2, "a"),\n    (2.5, 3, "b"),\n]',
        "column 1 | column 2 | column 3 / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case("Python, dict", '{"x": [1.5, 2.5], "k": ["a", "b"]}', "x | k / 1.5 | a / 2.5 | b", "", ""),
    case(
        "JavaScript, single quotes",
        "[{'x': 1.5, 'k': 'a'}, {'x': 2.5, 'k': 'b'}]",
        "x | k / 1.5 | a / 2.5 | b",
        "",
        "",
    ),
    case(
        "JavaScript, node print",
        "[ { x: 1.5, k: 'a' }, { x: 2.5, k: 'b' } ]",
        "x | k / 1.5 | a / 2.5 | b",
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
        "geojson",
        '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1.5,2]},"properties":{"k":"a"}},{"type":"Feature","geometry":{"type":"Point","coordinates":[2.5,3]},"properties":{"k":"b"}}]}',
        'type | geometry.type | geometry.coordinates | properties.k / Feature | Point | ["1.5", "2"] | a / Feature | Point | ["2.5", "3"] | b',
        "header=yes",
        "“geometry.coordinates” was read as text",
    ),
    case(
        "json nested list",
        '[{"p":[1.5,2],"k":"a"},{"p":[2.5,3],"k":"b"}]',
        'p | k / ["1.5", "2"] | a / ["2.5", "3"] | b',
        "header=yes",
        "“p” was read as text",
    ),
    case(
        "clojure",
        "[[1.5 2 :a]\n [2.5 3 :b]]",
        "column 1 | column 2 | column 3 / 1.5 | 2 | :a / 2.5 | 3 | :b",
        "",
        "",
    ),
    case(
        "haskell",
        '[(1.5,2,"a"),(2.5,3,"b")]',
        "column 1 | column 2 | column 3 / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
        "",
    ),
    case(
        "closing row: word",
        "id,x,y,k\na,1.5,2,u\nb,2.5,3,v\nc,3.5,4,u\nTotal,7.5,9,\n",
        "id | x | y | k / a | 1.5 | 2 | u / b | 2.5 | 3 | v / c | 3.5 | 4 | u",
        "closing=total",
        "",
    ),
    case(
        "closing row: no word",
        "x,y,k\n1.5,2,u\n2.5,3,v\n3.5,4,u\n7.5,9,\n",
        "x | y | k / 1.5 | 2 | u / 2.5 | 3 | v / 3.5 | 4 | u",
        "closing=total",
        "",
    ),
    case(
        "mean no word",
        "x,y,k\n1,2,u\n2,3,v\n4,4,u\n2.333,3,\n",
        "x | y | k / 1 | 2 | u / 2 | 3 | v / 4 | 4 | u",
        "closing=total",
        "",
    ),
    case(
        "mean word",
        "id,x,y\na,1,2\nb,2,3\nc,4,4\nMean,2.33,3\n",
        "id | x | y / a | 1 | 2 / b | 2 | 3 / c | 4 | 4",
        "closing=total",
        "",
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
        "median word",
        "id,x,y\na,1,2\nb,2,3\nc,4,9\nMean,2,3\n",
        "id | x | y / a | 1 | 2 / b | 2 | 3 / c | 4 | 9",
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
        "no total: iris",
        "x,y,k\n5.1,3.5,a\n4.9,3.0,b\n4.7,3.2,a\n4.6,3.1,b\n",
        "x | y | k / 5.1 | 3.5 | a / 4.9 | 3 | b / 4.7 | 3.2 | a / 4.6 | 3.1 | b",
        "",
        "",
    ),
    case("no total: 1 2 3", "x,k\n1,a\n2,b\n3,a\n", "x | k / 1 | a / 2 | b / 3 | a", "", ""),
    case(
        "no total 0/1 labels",
        "x,y,k\n0.5,1.5,0\n0.7,2.5,1\n0.9,3.7,0\n0.2,1.1,1\n",
        "x | y | k / 0.5 | 1.5 | 0 / 0.7 | 2.5 | 1 / 0.9 | 3.7 | 0 / 0.2 | 1.1 | 1",
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
        "fixed width: words",
        "Anna       170.5     60\nBob van D  165.2     55\nCarl       180.1     80\n",
        "column 1 | column 2 | column 3 / Anna | 170.5 | 60 / Bob van D | 165.2 | 55 / Carl | "
        "180.1 | 80",
        "",
        "",
    ),
    case(
        "fixed width: text last",
        "x    y  grade\n1.5  2  very good\n2.5  3  bad\n3.5  4  very good\n",
        "x | y | grade / 1.5 | 2 | very good / 2.5 | 3 | bad / 3.5 | 4 | very good",
        "",
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
        "fixed width: middle",
        "id town x\n1 New York 2.5\n2 Rome 3.5\n3 Los Angeles 4.5\n",
        "id | town | x / 1 | New York | 2.5 / 2 | Rome | 3.5 / 3 | Los Angeles | 4.5",
        "spaces=words",
        "",
    ),
    case(
        "fixed width: two texts",
        "name height town\nAnna 170 Rome\nBob van D 165 New York\nCarl 180 Bonn\n",
        "name | height | town / Anna | 170 | Rome / Bob van D | 165 | New York / Carl | 180 | Bonn",
        "spaces=words",
        "",
    ),
    case(
        "fixed width: all two words",
        "name       height weight\nAnna Bell   170.5     60\nBob Dee     165.2     55\nCarl Fox  "
        "  180.1     80\n",
        "name | height | weight / Anna Bell | 170.5 | 60 / Bob Dee | 165.2 | 55 / Carl Fox | "
        "180.1 | 80",
        "",
        "",
    ),
    case(
        "fixed width: missing",
        "name  x   y k\nAnna  1.5 2 a\nBob       3 b\nCarl  3.5 4 a\n",
        "name | x | y | k / Anna | 1.5 | 2 | a / Bob |  | 3 | b / Carl | 3.5 | 4 | a",
        "",
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
        "R cars",
        "                   mpg cyl\nMazda RX4         21.0   6\nMazda RX4 Wag     21.0   "
        "6\nDatsun 710        22.8   4\n",
        "column 1 | mpg | cyl / Mazda RX4 | 21 | 6 / Mazda RX4 Wag | 21 | 6 / Datsun 710 | 22.8 "
        "| 4",
        "",
        "",
    ),
    case(
        "decimal comma: one",
        "x,y,k\n1.5,2,a\n2,5,3,b\n3.5,4,a\n4.5,4,b\n",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b / 3.5 | 4 | a / 4.5 | 4 | b",
        "commas=decimal",
        "",
    ),
    case(
        "decimal comma: unique",
        "x,y,k\n1.5,2.5,a\n2,5,3.5,b\n3.5,4.5,a\n4.5,4.0,b\n",
        "x | y | k / 1.5 | 2.5 | a / 2.5 | 3.5 | b / 3.5 | 4.5 | a / 4.5 | 4 | b",
        "commas=decimal",
        "",
    ),
    case(
        "decimal comma: all",
        "x,y,k\n1,5,2,25,a\n1,7,2,5,b\n1,6,2,75,a\n",
        "x | y | k / 1.5 | 2.25 | a / 1.7 | 2.5 | b / 1.6 | 2.75 | a",
        "commas=decimal",
        "",
    ),
    case(
        "decimal comma: mixed",
        "x,y,k\n1,5,2,a\n2,2,5,b\n3,4,a\n4,4,b\n",
        "x | y | k / 1.5 | 2 | a / 2.2 | 5 | b / 3 | 4 | a / 4 | 4 | b",
        "commas=decimal",
        "",
    ),
    case(
        "decimal comma: no header",
        "1.5,2,a\n2,5,3,b\n3.5,4,a\n",
        "column 1 | column 2 | column 3 / 1.5 | 2 | a / 2.5 | 3 | b / 3.5 | 4 | a",
        "commas=decimal",
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
        "decimal comma: title",
        "Table 1\nx,y,k\n1.5,2,a\n2,5,3,b\n3.5,4,a\n4.5,4,b\n",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b / 3.5 | 4 | a / 4.5 | 4 | b",
        "commas=decimal",
        "",
    ),
    case(
        "long ids",
        "id,x,k\n123456789012345678,1,a\n123456789012345679,2,b\n123456789012345680,3,a\n",
        "id | x | k / 123456789012345678 | 1 | a / 123456789012345679 | 2 | b / "
        "123456789012345680 | 3 | a",
        "",
        "more digits than an axis can tell apart",
    ),
    case(
        "15 ids",
        "x,k\n123456789012345,a\n123456789012346,b\n123456789012347,a\n",
        "x | k / 123456789012345 | a / 123456789012346 | b / 123456789012347 | a",
        "",
        "",
    ),
    case(
        "16 ids",
        "x,k\n1234567890123456,a\n1234567890123457,b\n1234567890123458,a\n",
        "x | k / 1234567890123456 | a / 1234567890123457 | b / 1234567890123458 | a",
        "",
        "",
    ),
    case(
        "17 dec",
        "x,k\n0.12345678901234567,a\n0.12345678901234568,b\n0.12345678901234569,a\n",
        "x | k / 0.12345678901234566 | a / 0.12345678901234568 | b / 0.12345678901234569 | a",
        "",
        "",
    ),
    case(
        "1+eps",
        "x,k\n1.00000000000001,a\n1.00000000000002,b\n1.00000000000003,a\n",
        "x | k / 1.00000000000001 | a / 1.00000000000002 | b / 1.00000000000003 | a",
        "",
        "",
    ),
    case(
        "arabic",
        "x,y,k\n١٫٥,٢,a\n٢٫٥,٣,b\n٣٫٥,٤,a\n",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b / 3.5 | 4 | a",
        "",
        "",
    ),
    case(
        "arabic thousands",
        "x;y;k\n١٬٥٠٠٫٥;٢;a\n٢٬٥٠٠٫٥;٣;b\n٣٬٥٠٠٫٢;٤;a\n",
        "x | y | k / 1500.5 | 2 | a / 2500.5 | 3 | b / 3500.2 | 4 | a",
        "",
        "",
    ),
    case(
        "persian",
        "x;y;k\n۱٫۵;۲;a\n۲٫۵;۳;b\n۳٫۵;۴;a\n",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b / 3.5 | 4 | a",
        "",
        "",
    ),
    case(
        "devanagari",
        "x,y,k\n१.५,२,a\n२.५,३,b\n३.५,४,a\n",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b / 3.5 | 4 | a",
        "",
        "",
    ),
    case(
        "fullwidth",
        "x,y,k\n１．５,２,a\n２．５,３,b\n−３．５,４,a\n",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b / -3.5 | 4 | a",
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
        "MATLAB rows ;only, again",
        "1 2 0;\n2.5 3 1;\n4 5 0;",
        "column 1 | column 2 | column 3 / 1 | 2 | 0; / 2.5 | 3 | 1; / 4 | 5 | 0;",
        "",
    ),
    case(
        "MATLAB rows ;coMathematica, again",
        "1, 2, 0;\n2.5, 3, 1;\n4, 5, 0;",
        "column 1 | column 2 | column 3 / 1 | 2 | 0; / 2.5 | 3 | 1; / 4 | 5 | 0;",
        "",
    ),
    case(
        "powershell, again",
        "x   y k\n-   - -\n1.5 2 a\n2.5 3 b",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
    ),
    case(
        "duckdb, again",
        "┌────────┬───────┬─────────┐\n│   x    │   y   │    k    │\n│ double │ int32 │ varchar "
        "│\n├────────┼───────┼─────────┤\n│    1.5 │     2 │ a       │\n│    2.5 │     3 │ b     "
        "  │\n└────────┴───────┴─────────┘",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "header=yes",
    ),
    case(
        "Mathematica matrixform, again",
        "1.5   2\n\n2.5   3\n\n3.5   4",
        "column 1 | column 2 / 1.5 | 2 / 2.5 | 3 / 3.5 | 4",
        "",
    ),
    case(
        "md total, again",
        "| k | x | y |\n|---|---|---|\n| a | 1 | 2 |\n| b | 2.5 | 4 |\n| **Total** | 3.5 | 6 |",
        "k | x | y / a | 1 | 2 / b | 2.5 | 4",
        "closing=total",
    ),
    case(
        "total coMathematica thousands, again",
        'k,x,y\na,"1,200",2\nb,"2,300",3\nTotal,"3,500",5\n',
        "k | x | y / a | 1200 | 2 / b | 2300 | 3",
        "decimal=. closing=total",
    ),
    case(
        "total label col, again",
        "x,y,k\n1,2,a\n2.5,3,b\n3.5,5,Total\n",
        "x | y | k / 1 | 2 | a / 2.5 | 3 | b",
        "closing=total",
    ),
    case(
        "total german, again",
        "k;x;y\na;1,5;2,5\nb;2,5;3,5\nSumme;4,0;6,0\n",
        "k | x | y / a | 1.5 | 2.5 / b | 2.5 | 3.5",
        "closing=total",
    ),
    case(
        "grand total, again",
        "k\tx\ty\na\t1\t2\nb\t3\t4\nGrand Total\t4\t6\n",
        "k | x | y / a | 1 | 2 / b | 3 | 4",
        "closing=total",
    ),
    case(
        "total+footer, again",
        "k,x,y\na,1,2\nb,3,4\nTotal,4,6\nSource: office\n",
        "k | x | y / a | 1 | 2 / b | 3 | 4",
        "closing=total",
    ),
    case(
        "total no word int, again",
        "x,y,k\n1,5,0\n4,6,1\n2,9,0\n7,20,1\n",
        "x | y | k / 1 | 5 | 0 / 4 | 6 | 1 / 2 | 9 | 0",
        "closing=total",
    ),
    case(
        "mean plain, again",
        "id,x,y\n1,5.1,3.5\n2,4.9,3.0\n3,4.7,3.2\n,4.9,3.2333\n",
        "id | x | y / 1 | 5.1 | 3.5 / 2 | 4.9 | 3 / 3 | 4.7 | 3.2",
        "closing=total",
    ),
    case(
        "mean of 2 dec, again",
        "x,y,k\n5.10,3.50,a\n4.90,3.00,b\n4.70,3.20,a\n4.90,3.23,\n",
        "x | y | k / 5.1 | 3.5 | a / 4.9 | 3 | b / 4.7 | 3.2 | a",
        "closing=total",
    ),
    case(
        "total blank above, again",
        "k,x,y\na,1,2\nb,3,4\n\nTotal,4,6\n",
        "k | x | y / a | 1 | 2 / b | 3 | 4",
        "closing=total",
    ),
    case(
        "total + ids, again",
        "id,x,y,k\n1,1.5,2,a\n2,2.5,3,b\n3,3.5,4,a\n,7.5,9,\n",
        "id | x | y | k / 1 | 1.5 | 2 | a / 2 | 2.5 | 3 | b / 3 | 3.5 | 4 | a",
        "closing=total",
    ),
    case(
        "total one numeric, again",
        "name,x\na,1.5\nb,2.5\nc,3.5\n,7.5\n",
        "name | x / a | 1.5 / b | 2.5 / c | 3.5",
        "closing=total",
    ),
    case(
        "total one numeric n2, again",
        "name,x\na,1.5\nb,2.5\n,4.0\n",
        "name | x / a | 1.5 / b | 2.5",
        "closing=total",
    ),
    case(
        "total avg word, again",
        "name,x,k\na,1.5,u\nb,2.5,v\nc,3.6,u\nAvg,2.53,\n",
        "name | x | k / a | 1.5 | u / b | 2.5 | v / c | 3.6 | u",
        "closing=total",
    ),
    case(
        "center point, again",
        "x,y,r\n-1,-1,a\n-1,1,b\n1,-1,a\n1,1,b\n0,0,a\n",
        "x | y | r / -1 | -1 | a / -1 | 1 | b / 1 | -1 | a / 1 | 1 | b / 0 | 0 | a",
        "closing=row",
    ),
    case(
        "decimal coMathematica: semis names, again",
        "a,b\n1,5,2,5\n2,5,3,5\n",
        "a | b / 1.5 | 2.5 / 2.5 | 3.5",
        "commas=decimal",
    ),
    case(
        "decimal coMathematica: with space, again",
        "x, y, k\n1,5, 2, a\n2,5, 3, b\n",
        "x | y | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
    ),
    case(
        "decimal coMathematica: id, again",
        "id,x,k\n1,1.5,a\n2,2,5,b\n3,3.5,a\n",
        "id | x | k / 1 | 1.5 | a / 2 | 2.5 | b / 3 | 3.5 | a",
        "commas=decimal",
    ),
    case(
        "decimal coMathematica: neg, again",
        "x,k\n-1,5,a\n2.5,b\n3.5,a\n",
        "x | k / -1.5 | a / 2.5 | b / 3.5 | a",
        "commas=decimal",
    ),
    case(
        "fixed no header gaps, again",
        "Anna Bell       170.5     60\nBob             165.2     55\n",
        "column 1 | column 2 | column 3 / Anna Bell | 170.5 | 60 / Bob | 165.2 | 55",
        "",
    ),
    case(
        "fixed text mid 2+, again",
        "id  name         x\n1   Anna Bell    1.5\n2   Bob          2.5\n3   Carl van D   3.5\n",
        "id | name | x / 1 | Anna Bell | 1.5 / 2 | Bob | 2.5 / 3 | Carl van D | 3.5",
        "",
    ),
    case(
        "fixed label end, again",
        "x    y   town\n1.5  2   New York\n2.5  3   Rome\n",
        "x | y | town / 1.5 | 2 | New York / 2.5 | 3 | Rome",
        "",
    ),
    case(
        "fixed num in name, again",
        "name      x\nRoute 66  1.5\nA 7       2.5\nCarl      3.5\n",
        "name | x / Route 66 | 1.5 / A 7 | 2.5 / Carl | 3.5",
        "",
    ),
    case(
        "tabs spaces in text, again",
        "name\tx\nBob van D\t1.5\nAnna\t2.5\n",
        "name | x / Bob van D | 1.5 / Anna | 2.5",
        "",
    ),
    case(
        "digits mixed ids, again",
        "id,k\n00123456789012345678,a\n00123456789012345679,b\n",
        "id | k / 00123456789012345678 | a / 00123456789012345679 | b",
        "",
    ),
    case(
        "20 digits constant, again",
        "id,x,k\n12345678901234567890,1,a\n12345678901234567890,2,b\n12345678901234567890,3,a\n",
        "id | x | k / 1.2345678901234567e+19 | 1 | a / 1.2345678901234567e+19 | 2 | b / "
        "1.2345678901234567e+19 | 3 | a",
        "",
    ),
    case(
        "digits decimals coMathematica, again",
        "x;k\n0,1234567890123456;a\n0,1234567890123457;b\n",
        "x | k / 0.1234567890123456 | a / 0.1234567890123457 | b",
        "",
    ),
    case(
        "thousands digits, again",
        "x;k\n1 234 567 890 123 456 789;a\n1 234 567 890 123 456 790;b\n",
        "x | k / 1 234 567 890 123 456 789 | a / 1 234 567 890 123 456 790 | b",
        "",
    ),
    case("bengali, again", "x,y\n১.৫,২\n২.৫,৩\n", "x | y / 1.5 | 2 / 2.5 | 3", ""),
    case("arabic spaces, again", "س ص\n١٫٥ ٢\n٢٫٥ ٣\n", "س | ص / 1.5 | 2 / 2.5 | 3", ""),
    case(
        "mixed digits, again",
        "x,k\n1.5,a\n٢٫٥,b\n3.5,a\n",
        "x | k / 1.5 | a / 2.5 | b / 3.5 | a",
        "",
    ),
    case("thai, again", "x,k\n๑.๕,a\n๒.๕,b\n๓.๕,a\n", "x | k / 1.5 | a / 2.5 | b / 3.5 | a", ""),
    case(
        "superscript, again",
        "x,k\n10²,a\n10³,b\n10⁴,a\n",
        "x | k / 10² | a / 10³ | b / 10⁴ | a",
        "header=yes",
    ),
    case(
        "csv json cell, again",
        'id,p\n1,"[1.5, 2]"\n2,"[2.5, 3]"\n',
        "id | p / 1 | [1.5, 2] / 2 | [2.5, 3]",
        "",
    ),
    case(
        "interval cells, again",
        'iv,x,k\n"(0, 1]",1.5,a\n"(1, 2]",2.5,b\n',
        "iv | x | k / (0, 1] | 1.5 | a / (1, 2] | 2.5 | b",
        "",
    ),
    case(
        "interval raw tab, again",
        "iv\tx\n(0, 1]\t1.5\n(1, 2]\t2.5\n",
        "iv | x / (0, 1] | 1.5 / (1, 2] | 2.5",
        "",
    ),
    case(
        "paren text csv, again",
        "name,x\nBob (Jr.),1.5\nAnna (x,2.5\n",
        "name | x / Bob (Jr.) | 1.5 / Anna (x | 2.5",
        "",
    ),
    case(
        "units header, again",
        "x [m], y [m], k\n1.5, 2, a\n2.5, 3, b\n",
        "x [m] | y [m] | k / 1.5 | 2 | a / 2.5 | 3 | b",
        "",
    ),
    case(
        "class colon, again",
        "a: 1.5\nb: 2.5\na: 3.5\n",
        "column 1 | column 2 / a: | 1.5 / b: | 2.5 / a: | 3.5",
        "",
    ),
    case(
        "name colon rows, again",
        "Anna: 1.5 2\nBob: 2.5 3\n",
        "column 1 | column 2 | column 3 / Anna: | 1.5 | 2 / Bob: | 2.5 | 3",
        "",
    ),
    case(
        "latex comment, again",
        "% data\nx & k \\\\\n1.5 & a \\\\\n2.5 & b \\\\",
        "x | k / 1.5 | a / 2.5 | b",
        "",
    ),
    case(
        "latex booktabs pandas, again",
        "\\begin{tabular}{lrl}\n\\toprule\n & x & k \\\\\n\\midrule\n0 & 1.5 & a \\\\\n1 & 2.5 & "
        "b \\\\\n\\bottomrule\n\\end{tabular}\n",
        "column 1 | x | k / 0 | 1.5 | a / 1 | 2.5 | b",
        "",
    ),
    case(
        "R&D csv, again",
        "dept,x\nR & D,1.5\nA & B,2.5\n",
        "dept | x / R & D | 1.5 / A & B | 2.5",
        "",
    ),
    case(
        "factor x1e3, again", "x (×10³),k\n1.5,a\n2.5,b\n", "x (×10³) | k / 1.5 | a / 2.5 | b", ""
    ),
    case(
        "MATLAB long neg, again",
        "A =\n\n  -1.5000    2.0000\n   2.5000   -3.0000\n",
        "column 1 | column 2 / -1.5 | 2 / 2.5 | -3",
        "",
    ),
    case(
        "ipython df, again",
        "Out[3]: \n     x  y\n0  1.5  2\n1  2.5  3",
        "column 1 | x | y / 0 | 1.5 | 2 / 1 | 2.5 | 3",
        "",
    ),
    case(
        "R prompt, again",
        "> d\n    x y\n1 1.5 2\n2 2.5 3",
        "column 1 | x | y / 1 | 1.5 | 2 / 2 | 2.5 | 3",
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
