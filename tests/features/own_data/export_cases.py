# ruff: noqa: E501  # a table is easier to judge in one line
"""More tables, as programs export and print them; see table_cases.py for how a case is written."""

from tests.features.own_data.table_cases import case

EXPORTS = [
    case(
        "Excel, german money and shares",
        "Kunde\tUmsatz\tAnteil\tTyp\nA\t1.234,50 €\t12,5 %\tneu\nB\t-987,00 €\t7,25 "
        "%\talt\nC\t12.345,00 €\t100 %\tneu\n",
        "Kunde | Umsatz | Anteil | Typ / A | 1234.5 | 12.5 | neu / B | -987 | 7.25 | alt / C | "
        "12345 | 100 | neu",
        say="“Anteil” is in %.",
    ),
    case(
        "Excel, german",
        "Kundennr.;Name;Größe (m);Umsatz 2023;Rabatt;Aktiv;Datum\n00017;Müller, "
        "Anna;1,72;1.250,00 €;5 %;WAHR;01.02.2023\n00018;Özdemir, Can;1,81;980,50 €;10 "
        "%;FALSCH;15.03.2023\n00019;Weiß, Lea;1,65;12.345,67 €;0 %;WAHR;31.12.2023\n",
        "Kundennr. | Name | Größe (m) | Umsatz 2023 | Rabatt | Aktiv | Datum / 17 | Müller, Anna "
        "| 1.72 | 1250 | 5 | WAHR | 01.02.2023 / 18 | Özdemir, Can | 1.81 | 980.5 | 10 | FALSCH "
        "| 15.03.2023 / 19 | Weiß, Lea | 1.65 | 12345.67 | 0 | WAHR | 31.12.2023",
    ),
    case(
        "Excel, american",
        'ID,Name,Height (ft),Revenue,Discount,Active,Date\n17,"Miller, Ann",5.7,"$1,250.00",5%,TRUE,2/1/2023\n18,"O\'Neil, Jo",5.9,$980.50,10%,FALSE,3/15/2023\n19,"White, Lee",5.4,"$12,345.67",0%,TRUE,12/31/2023\n',
        "ID | Name | Height (ft) | Revenue | Discount | Active | Date / 17 | Miller, Ann | 5.7 | "
        "1250 | 5 | TRUE | 2/1/2023 / 18 | O'Neil, Jo | 5.9 | 980.5 | 10 | FALSE | 3/15/2023 / "
        "19 | White, Lee | 5.4 | 12345.67 | 0 | TRUE | 12/31/2023",
    ),
    case(
        "Excel, american books",
        'c,x,k\nA,"$ 1,234.50 ",a\nB,"$ (987.00)",b\nC,$ -   ,a\nD,"$ 5.00 ",b\n',
        "c | x | k / A | 1234.5 | a / B | -987 | b / C | 0 | a / D | 5 | b",
        say="“x” is in $.",
    ),
    case(
        "Excel, german books",
        "c;x;k\nA; 1.234,50 € ;a\nB;-   987,00 € ;b\nC; -   € ;a\nD; 12,00 € ;b\n",
        "c | x | k / A | 1234.5 | a / B | -987 | b / C | 0 | a / D | 12 | b",
        say="decimal commas",
    ),
    case(
        "Excel, french shares",
        "c;x;k\nA;12,5\u202f%;VRAI\nB;7,25\u202f%;FAUX\n",
        "c | x | k / A | 12.5 | VRAI / B | 7.25 | FAUX",
    ),
    case(
        "swedish prices", "p;k\n99:-;a\n149:-;b\n1 299:-;a\n", "p | k / 99 | a / 149 | b / 1299 | a"
    ),
    case("Excel, a swedish minus sign", "x;k\n−\xa01,5;a\n2,5;b\n", "x | k / -1.5 | a / 2.5 | b"),
    case(
        "a hyphen that does not break as minus",
        "x;k\n‑1,5;a\n2,5;b\n‑3,5;a\n",
        "x | k / -1.5 | a / 2.5 | b / -3.5 | a",
    ),
    case(
        "Excel, indian",
        "x;k\n1,23,456;a\n12,34,567.50;b\n5,678;a\n",
        "x | k / 123456 | a / 1234567.5 | b / 5678 | a",
    ),
    case(
        "Excel, numbers kept as text",
        'id,x,k\n="00123",1.5,a\n="00124",2.5,b\n',
        "id | x | k / 123 | 1.5 | a / 124 | 2.5 | b",
    ),
    case(
        "Excel, names on two lines",
        '"Größe\n(cm)";"Gewicht\n(kg)";Art\n170;65,5;a\n180;80,5;b\n175;70;a\n',
        "Größe (cm) | Gewicht (kg) | Art / 170 | 65.5 | a / 180 | 80.5 | b",
    ),
    case(
        "LibreOffice, tabs",
        '"a"\t"b"\t"k"\n1,5\t2,0\t"x"\n2,5\t3,0\t"y"\n',
        "a | b | k / 1.5 | 2 | x / 2.5 | 3 | y",
    ),
    case(
        "Stata, gaps with reasons",
        "x,y,k\n1.5,.a,1\n.,2.5,2\n3.5,.b,1\n2,1,2\n5,2,1\n",
        "x | y | k / 1.5 |  | 1 /  | 2.5 | 2 / 3.5 |  | 1",
    ),
    case(
        "Destatis",
        "Tabelle: 12345-0001\nBevölkerung\nDeutschland\n;;2019;2020\n;;Anzahl;Anzahl\nBayern;männlich;1234;-\nBayern;weiblich;.;1300\nHessen;männlich;900;/\nHessen;weiblich;910;x\n__________\n(C)opyright Statistisches Bundesamt (Destatis), 2024\nStand: 01.02.2024 / 10:00:00\n",
        "column 1 | column 2 | 2019 (Anzahl) | 2020 (Anzahl) / Bayern | männlich | 1234 |  / "
        "Bayern | weiblich |  | 1300 / Hessen | männlich | 900 | ",
        "header=yes",
        say="3 lines above the table were read as a title: “Tabelle: 12345-0001”.",
    ),
    case(
        "SCB",
        '"region";"kön";"2019";"2020"\n"00 Riket";"män";5195814;5220000\n"00 Riket";"kvinnor";5132000;..\n"01 Stockholm";"män";1190000;1200000\n"01 Stockholm";"kvinnor";1187000;1195000\n',
        "region | kön | 2019 | 2020 / 00 Riket | män | 5195814 | 5220000 / 00 Riket | kvinnor | "
        "5132000 |  / 01 Stockholm | män | 1190000 | 1200000",
        "header=yes",
    ),
    case(
        "INSEE",
        "Département;Population;Taux\n01 - Ain;656 955;12,5\n02 - Aisne;n.d.;11,0\n2A - "
        "Corse-du-Sud;162 421;nd\n04 - Alpes;166 077;s\n05 - HA;141 000;9,5\n06 - AM;1 103 "
        "000;9,9\n",
        "Département | Population | Taux / 01 - Ain | 656955 | 12.5 / 02 - Aisne |  | 11 / 2A - "
        "Corse-du-Sud | 162421 |  / 04 - Alpes | 166077 | ",
        say="In “Taux” 1 cell can’t be used as a number and counts as missing: “s”.",
    ),
    case(
        "Eurostat",
        "geo\\time,2019 ,2020 ,2021 \nDE,1.5 ,2.3 b,3.1 \nFR,: ,1.2 ,2.2 e\nSE,1.4 p,: ,1.9 "
        "\nIT,1.1 ,1.3 ,1.5 \n",
        "geo\\time | 2019 | 2020 | 2021 / DE | 1.5 | 2.3 | 3.1 / FR |  | 1.2 | 2.2 / SE | 1.4 |  "
        "| 1.9",
        "header=yes",
        say="In “2019”, 1 number is followed by “p”, which was left out.",
    ),
    case(
        "UCI seeds",
        "15.26\t14.84\t0.871\t1\n14.88\t14.57\t0.8811\t1\n14.29\t14.09\t\t0.905\t1\n13.84\t13.94\t0.8955\t2\n16.14\t\t14.99\t0.9034\t2\n14.38\t14.21\t0.8951\t2\n",
        "column 1 | column 2 | column 3 | column 4 / 15.26 | 14.84 | 0.871 | 1 / 14.88 | 14.57 | "
        "0.8811 | 1 / 14.29 | 14.09 | 0.905 | 1 / 13.84 | 13.94 | 0.8955 | 2 / 16.14 | 14.99 | "
        "0.9034 | 2 / 14.38 | 14.21 | 0.8951 | 2",
    ),
    case(
        "UCI wine quality, its names quoted in one",
        '"fixed acidity;""volatile acidity"";""citric acid"";""quality"""\n7.4;0.7;0;5\n7.8;0.88;0;5\n7.8;0.76;0.04;6\n',
        "fixed acidity | volatile acidity | citric acid | quality / 7.4 | 0.7 | 0 | 5 / 7.8 | "
        "0.88 | 0 | 5",
    ),
    case(
        "UCI power",
        "Date;Time;Global_active_power;Voltage\n16/12/2006;17:24:00;4.216;234.840\n16/12/2006;17:25:00;5.360;233.630\n16/12/2006;17:26:00;?;?\n16/12/2006;17:27:00;5.374;233.290\n",
        "Date | Time | Global_active_power | Voltage / 16/12/2006 | 17:24:00 | 4.216 | 234.84 / "
        "16/12/2006 | 17:25:00 | 5.36 | 233.63 / 16/12/2006 | 17:26:00 |  | ",
        "decimal=.",
    ),
    case(
        "UCI vertebral",
        "63.03 22.55 39.61 40.48 98.67 -0.25 AB\n39.06 10.06 25.02 29 114.41 4.56 AB\n38.51 "
        "16.96 35.11 21.54 127.63 7.99 NO\n",
        "column 1 | column 2 | column 3 | column 4 | column 5 | column 6 | column 7 / 63.03 | "
        "22.55 | 39.61 | 40.48 | 98.67 | -0.25 | AB",
    ),
    case(
        "UCI ecoli",
        "AAT_ECOLI   0.49  0.29  0.48  0.50  cp\nACEA_ECOLI  0.07  0.40  0.48  0.50  "
        "cp\nACEK_ECOLI  0.56  0.40  0.48  0.50  im\nACKA_ECOLI  0.59  0.49  0.48  0.50  im\n",
        "column 1 | column 2 | column 3 | column 4 | column 5 | column 6 / AAT_ECOLI | 0.49 | "
        "0.29 | 0.48 | 0.5 | cp / ACEA_ECOLI | 0.07 | 0.4 | 0.48 | 0.5 | cp",
    ),
    case(
        "LIBSVM",
        "+1 1:0.708 2:1 3:0.5\n-1 1:0.583 2:-1 3:0.3\n+1 1:0.166 2:1 3:-0.3\n-1 1:0.458 3:0.2\n",
        "label | x1 | x2 | x3 / 1 | 0.708 | 1 | 0.5 / -1 | 0.583 | -1 | 0.3 / 1 | 0.166 | 1 | "
        "-0.3 / -1 | 0.458 | 0 | 0.2",
        say="from LIBSVM",
    ),
    case(
        "two files in one, each with its names",
        "a,b,k\n1,2,x\n3,4,y\na,b,k\n5,6,x\n7,8,y\n",
        "a | b | k / 1 | 2 | x / 3 | 4 | y / 5 | 6 | x / 7 | 8 | y",
        "header=yes",
        say="Left out: 1 repetition of the header.",
    ),
    case(
        "footnotes of Wikipedia",
        "City\tPop[1]\tk\nA\t1,234[a]\tx\nB\t987\ty\nC\t2,345[b]\tx\nD\t876\ty\n",
        "City | Pop[1] | k / A | 1234 | x / B | 987 | y / C | 2345 | x",
        "decimal=.",
    ),
]

PRINTED = [
    case(
        "pandas, three decimals are no thousands",
        "       b    k\n0  3.266  106\n1 -1.635  177\n2 -2.685  106\n",
        "column 1 | b | k / 0 | 3.266 | 106 / 1 | -1.635 | 177",
        "decimal=.",
    ),
    case(
        "pandas, spaces in a name and in words",
        "   n (m)            b\n0    156     New York\n1    192  Los Angeles\n2    158          "
        "cat\n",
        "column 1 | n (m) | b / 0 | 156 | New York / 1 | 192 | Los Angeles / 2 | 158 | cat",
    ),
    case(
        "R, a matrix",
        "     [,1] [,2]\n[1,]  1.5  2.5\n[2,]  3.5  4.5\n[3,]  0.5  1.5\n",
        "column 1 | [,1] | [,2] / [1,] | 1.5 | 2.5 / [2,] | 3.5 | 4.5",
    ),
    case(
        "pandas, an index with a name",
        "      a    b  k\nid             \n7   1.5  2.0  x\n9   2.5  3.0  y\n11  0.5  1.0  x\n",
        "id | a | b | k / 7 | 1.5 | 2 | x / 9 | 2.5 | 3 | y / 11 | 0.5 | 1 | x",
    ),
    case(
        "pandas, wide and so in two blocks",
        "     a    b  \\\n0  1.5  2.0   \n1  2.5  3.0   \n\n   k  \n0  x  \n1  y  \n",
        "column 1 | a | b | k / 0 | 1.5 | 2 | x / 1 | 2.5 | 3 | y",
        say="4 columns, separated by spaces, names",
    ),
    case(
        "names of two words in line",
        "Name           Größe  Gewicht  Art\nAnna Maria     1,70   65,5     w\nKarl           "
        "1,80   80       m\nEva Lotta      1,65   60,5     w\n",
        "Name | Größe | Gewicht | Art / Anna Maria | 1.7 | 65.5 | w / Karl | 1.8 | 80 | m / Eva "
        "Lotta | 1.65 | 60.5 | w",
    ),
    case(
        "Polars",
        "shape: (3, 3)\n┌─────┬─────┬─────┐\n│ a   ┆ b   ┆ k   │\n│ --- ┆ --- ┆ --- │\n│ f64 ┆ "
        "i64 ┆ str │\n╞═════╪═════╪═════╡\n│ 1.5 ┆ 2   ┆ x   │\n│ 2.5 ┆ 3   ┆ y   │\n│ 0.5 ┆ 1   "
        "┆ x   │\n└─────┴─────┴─────┘\n",
        "a | b | k / 1.5 | 2 | x / 2.5 | 3 | y",
    ),
    case(
        "MySQL",
        "+------+------+\n| a    | k    |\n+------+------+\n|  1.5 | x    |\n| NULL | y    "
        "|\n+------+------+\n2 rows in set (0.00 sec)\n",
        "a | k / 1.5 | x /  | y",
        say="“2 rows in set (0.00 sec)” below the table was left out.",
    ),
    case(
        "a grid of reStructuredText",
        "+-----+---+\n| a   | k |\n+=====+===+\n| 1.5 | x |\n+-----+---+\n| 2.5 | y "
        "|\n+-----+---+\n",
        "a | k / 1.5 | x / 2.5 | y",
    ),
    case(
        "LaTeX",
        "1.5 & 2 & x \\\\\n2.5 & 3 & y \\\\\n0.5 & 1 & x \\\\\n",
        "column 1 | column 2 | column 3 / 1.5 | 2 | x / 2.5 | 3 | y",
        say="3 columns, separated by & signs, no names",
    ),
    case(
        "a comment below",
        "1.5 2 0\n2.5 3 1\n0.5 1 0\n# end\n",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1 / 0.5 | 1 | 0",
    ),
    case(
        "NumPy, with a dtype",
        "array([[1., 2.],\n       [3., 4.]], dtype=float32)",
        "column 1 | column 2 / 1 | 2 / 3 | 4",
    ),
    case(
        "JSON, records in records",
        '[{"p":{"a":1.5,"b":2},"k":"x"},{"p":{"a":2.5,"b":3},"k":"y"}]',
        "p.a | p.b | k / 1.5 | 2 | x / 2.5 | 3 | y",
    ),
    case(
        "JSON, pandas by rows",
        '{"0":{"a":1.5,"k":"x"},"1":{"a":2.5,"k":"y"}}',
        "a | k / 1.5 | x / 2.5 | y",
    ),
    case(
        "ARFF, sparse",
        "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute k "
        "{x,y}\n@data\n{0 1.5, 2 y}\n{1 2.5}\n{0 3, 1 4, 2 y}\n",
        "",
        say="This ARFF file is a sparse one",
    ),
]

LABELS = [
    case(
        "truth with capitals",
        "x,k\n1,True\n2,true\n3,FALSE\n4,False\n",
        "x | k / 1 | True / 2 | True / 3 | FALSE / 4 | FALSE",
        "capitals=same",
    ),
    case(
        "letters of genes",
        "x,g\n1.5,A\n2.5,a\n0.5,A\n3.5,a\n1.0,B\n",
        "x | g / 1.5 | A / 2.5 | a / 0.5 | A",
        "capitals=different",
    ),
    case(
        "signs without width",
        "x,k\n1,a\u200b\n2,a\n3,b\n4,b\ufeff\n",
        "x | k / 1 | a / 2 | a / 3 | b / 4 | b",
    ),
    case(
        "NA beside one other label",
        "pop,cont\n1.5,EU\n2.5,NA\n0.5,EU\n3.5,NA\n2,EU\n1,NA\n",
        "pop | cont / 1.5 | EU / 2.5 | NA / 0.5 | EU",
        "marker=class",
    ),
    case(
        "NA among codes of two letters",
        "pop,cc\n1.5,DE\n2.5,NA\n0.5,FR\n3.5,SE\n2,DE\n1,FR\n",
        "pop | cc / 1.5 | DE / 2.5 |  / 0.5 | FR",
        "marker=gap",
    ),
    case(
        "01 and 1",
        "x,k\n1.5,01\n2.5,1\n3.5,02\n0.5,2\n",
        "x | k / 1.5 | 1 / 2.5 | 1 / 3.5 | 2 / 0.5 | 2",
    ),
]

CASES = [*EXPORTS, *PRINTED, *LABELS]
