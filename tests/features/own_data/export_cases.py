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
        "Excel, french",
        "N°;Nom;Taille;Chiffre d'affaires;Remise;Actif;Date\n17;Dupont, "
        "Zoé;1,72;1\u202f250,00\xa0€;5,0%;VRAI;01/02/2023\n18;L'Hermite;1,81;980,50\xa0€;10,0%;FAUX;15/03/2023\n19;Lefèvre;1,65;12\u202f345,67\xa0€;0,0%;VRAI;31/12/2023\n",
        "N° | Nom | Taille | Chiffre d'affaires | Remise | Actif | Date / 17 | Dupont, Zoé | "
        "1.72 | 1250 | 5 | VRAI | 01/02/2023 / 18 | L'Hermite | 1.81 | 980.5 | 10 | FAUX | "
        "15/03/2023 / 19 | Lefèvre | 1.65 | 12345.67 | 0 | VRAI | 31/12/2023",
    ),
    case(
        "Excel, swedish",
        "Nr;Namn;Längd;Omsättning;Rabatt;Aktiv;Datum\n17;Åsa;1,72;1\xa0250,00 kr;5 "
        "%;SANT;2023-02-01\n18;Örjan;1,81;980,50 kr;10 "
        "%;FALSKT;2023-03-15\n19;Lärka;1,65;12\xa0345,67 kr;0 %;SANT;2023-12-31\n",
        "Nr | Namn | Längd | Omsättning | Rabatt | Aktiv | Datum / 17 | Åsa | 1.72 | 1250 | 5 | "
        "SANT | 2023-02-01 / 18 | Örjan | 1.81 | 980.5 | 10 | FALSKT | 2023-03-15 / 19 | Lärka | "
        "1.65 | 12345.67 | 0 | SANT | 2023-12-31",
    ),
    case(
        "Excel, american books",
        'c,x,k\nA,"$ 1,234.50 ",a\nB,"$ (987.00)",b\nC,$ -   ,a\nD,"$ 5.00 ",b\n',
        "c | x | k / A | 1234.5 | a / B | -987 | b / C | 0 | a / D | 5 | b",
        say="“x” is in $.",
    ),
    case(
        "Excel, american losses",
        'c,x,k\nA,"($1,234.50)",a\nB,"$987.00",b\nC,($5.00),a\n',
        "c | x | k / A | -1234.5 | a / B | 987 | b / C | -5 | a",
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
        "Excel, swedish money",
        "c;x;k\nA;1\xa0234,50 kr;SANT\nB;-987,00 kr;FALSKT\nC;12\xa0345 kr;SANT\n",
        "c | x | k / A | 1234.5 | SANT / B | -987 | FALSKT / C | 12345 | SANT",
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
        "LibreOffice, fixed width",
        "Größe Gewicht Art\n 1,50  65,00  a \n 1,75 102,50  b \n",
        "Größe | Gewicht | Art / 1.5 | 65 | a / 1.75 | 102.5 | b",
    ),
    case(
        "LibreOffice, tabs",
        '"a"\t"b"\t"k"\n1,5\t2,0\t"x"\n2,5\t3,0\t"y"\n',
        "a | b | k / 1.5 | 2 | x / 2.5 | 3 | y",
    ),
    case(
        "SPSS, no zero before the comma",
        "x;k\n,50;a\n1,25;b\n,75;a\n",
        "x | k / 0.5 | a / 1.25 | b / 0.75 | a",
    ),
    case(
        "SPSS, padded",
        'id,x,k\n"  1","  1.50","a     "\n"  2","  2.25","b     "\n" 10","   .75","a     "\n',
        "id | x | k / 1 | 1.5 | a / 2 | 2.25 | b / 10 | 0.75 | a",
    ),
    case(
        "SPSS, german",
        "ID\tGeschlecht\tAlter\tEinkommen\n1,00\tmännlich\t23,00\t1234,50\n2,00\tweiblich\t34,00\t#NULL!\n3,00\tmännlich\t45,00\t ,\n4,00\tweiblich\t29,00\t2100,00\n",
        "ID | Geschlecht | Alter | Einkommen / 1 | männlich | 23 | 1234.5 / 2 | weiblich | 34 |  "
        "/ 3 | männlich | 45 |  / 4 | weiblich | 29 | 2100",
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
        say="In “Taux” 1 cell is not a number, so values are missing there: “s”.",
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
        "Eurostat, tabs",
        "unit,geo\\TIME_PERIOD\t2019 \t2020 \nEUR,DE\t1.5 \t2.5 \nEUR,FR\t: \t1.2 \nEUR,SE\t1.4 "
        "\t: \nEUR,IT\t1.1 \t1.3 \n",
        "unit,geo\\TIME_PERIOD | 2019 | 2020 / EUR,DE | 1.5 | 2.5 / EUR,FR |  | 1.2 / EUR,SE | "
        "1.4 | ",
        "header=yes",
    ),
    case(
        "World Bank",
        '"Data Source","World Development Indicators",\n\n"Last Updated Date","2024-06-28",\n\n"Country Name","Country Code","1960","1961",\n"Aruba","ABW","54608","55811",\n"Africa","AFE","130692579","134169237",\n"Angola","AGO","","5301583",\n',
        "Country Name | Country Code | 1960 | 1961 / Aruba | ABW | 54608 | 55811 / Africa | AFE "
        "| 130692579 | 134169237 / Angola | AGO |  | 5301583",
        "header=yes",
    ),
    case(
        "UCI seeds",
        "15.26\t14.84\t0.871\t1\n14.88\t14.57\t0.8811\t1\n14.29\t14.09\t\t0.905\t1\n13.84\t13.94\t0.8955\t2\n16.14\t\t14.99\t0.9034\t2\n14.38\t14.21\t0.8951\t2\n",
        "column 1 | column 2 | column 3 | column 4 / 15.26 | 14.84 | 0.871 | 1 / 14.88 | 14.57 | "
        "0.8811 | 1 / 14.29 | 14.09 | 0.905 | 1 / 13.84 | 13.94 | 0.8955 | 2 / 16.14 | 14.99 | "
        "0.9034 | 2 / 14.38 | 14.21 | 0.8951 | 2",
    ),
    case(
        "UCI crx",
        "b,30.83,0,u,g,w,v,1.25,t,t,01,f,g,00202,0,+\na,58.67,4.46,u,g,q,h,3.04,t,t,06,f,g,00043,560,+\na,24.50,0.5,u,g,q,h,1.5,t,f,0,f,g,00280,824,-\nb,27.83,1.54,u,g,w,v,3.75,t,t,05,t,g,00100,3,-\n",
        "column 1 | column 2 | column 3 | column 4 | column 5 | column 6 | column 7 | column 8 | "
        "column 9 | column 10 | column 11 | column 12 | column 13 | column 14 | column 15 | "
        "column 16 / b | 30.83 | 0 | u | g | w | v | 1.25 | t | t | 1 | f | g | 202 | 0 | +",
    ),
    case(
        "UCI wine quality, its names quoted in one",
        '"fixed acidity;""volatile acidity"";""citric acid"";""quality"""\n7.4;0.7;0;5\n7.8;0.88;0;5\n7.8;0.76;0.04;6\n',
        "fixed acidity | volatile acidity | citric acid | quality / 7.4 | 0.7 | 0 | 5 / 7.8 | "
        "0.88 | 0 | 5",
    ),
    case(
        "UCI air quality",
        "Date;Time;CO(GT);PT08;T;;\n10/03/2004;18.00.00;2,6;1360;13,6;;\n10/03/2004;19.00.00;2;1292;13,3;;\n10/03/2004;20.00.00;-200;1402;11,9;;\n",
        "Date | Time | CO(GT) | PT08 | T / 10/03/2004 | 18.00.00 | 2.6 | 1360 | 13.6 / "
        "10/03/2004 | 19.00.00 | 2 | 1292 | 13.3",
        say="“Time” holds dates or times",
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
        "UCI abalone",
        "M,0.455,0.365,0.095,15\nM,0.35,0.265,0.09,7\nF,0.53,0.42,0.135,9\nI,0.33,0.255,0.08,7\n",
        "column 1 | column 2 | column 3 | column 4 | column 5 / M | 0.455 | 0.365 | 0.095 | 15 / "
        "M | 0.35 | 0.265 | 0.09 | 7",
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
        say="The header is repeated 1 time below; the repetitions were left out.",
    ),
    case(
        "decimal commas, and a space after those that part",
        "a, b, k\n1,5, 2,25, x\n2,5, 3,75, y\n",
        "a | b | k / 1.5 | 2.25 | x / 2.5 | 3.75 | y",
        say="separated by commas with a space, names in the first row, decimal commas. 2 columns hold numbers. A comma with a space after it separates cells; one without is a decimal comma.",
    ),
    case(
        "a table of Wikipedia",
        "Rank\tCountry\tPopulation\t% of world\tDate\n1\tIndia\t1,417,492,000\t17.3%\t1 Jul "
        "2025\n2\tChina\t1,408,280,000\t17.2%\t31 Dec 2024\n3\tUS\t340,110,988\t4.1%\t1 Jul 2024\n",
        "Rank | Country | Population | % of world | Date / 1 | India | 1417492000 | 17.3 | 1 Jul "
        "2025 / 2 | China | 1408280000 | 17.2 | 31 Dec 2024",
    ),
    case(
        "footnotes of Wikipedia",
        "City\tPop[1]\tk\nA\t1,234[a]\tx\nB\t987\ty\nC\t2,345[b]\tx\nD\t876\ty\n",
        "City | Pop[1] | k / A | 1234 | x / B | 987 | y / C | 2345 | x",
        "decimal=.",
    ),
    case(
        "tabs behind each row",
        "a\tb\tk\t\n1.5\t2\tx\t\n2.5\t3\ty\t\n",
        "a | b | k / 1.5 | 2 | x / 2.5 | 3 | y",
    ),
    case(
        "R, tabs and row names",
        "\ta\tk\nr1\t1.5\tx\nr2\t2.5\ty\n",
        "column 1 | a | k / r1 | 1.5 | x / r2 | 2.5 | y",
    ),
    case(
        "pandas, german",
        ";a;b;k\n0;1,5;2,0;x\n1;2,5;3,0;y\n",
        "column 1 | a | b | k / 0 | 1.5 | 2 | x / 1 | 2.5 | 3 | y",
    ),
    case(
        "spaces in a date, one tab",
        "t\tn\n1 Jul 2025\t5\n31 Dec 2024\t7\n2 May 2024\t5\n",
        "t | n / 1 Jul 2025 | 5 / 31 Dec 2024 | 7",
    ),
    case(
        "R, names of rows over words alone",
        '"","k","t"\n"Ann","yes","no"\n"Bob","so","no"\n"Eve","yes","so"\n',
        "column 1 | k | t / Ann | yes | no / Bob | so | no",
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
        "R, printed with names of two words",
        "                   mpg cyl  disp\nMazda RX4         21.0   6 160.0\nMazda RX4 Wag     "
        "21.0   6 160.0\nDatsun 710        22.8   4 108.0\nHornet 4 Drive    21.4   6 "
        "258.0\nValiant           18.1   6 225.0\n",
        "column 1 | mpg | cyl | disp / Mazda RX4 | 21 | 6 | 160 / Mazda RX4 Wag | 21 | 6 | 160",
    ),
    case(
        "R, a tibble",
        "# A tibble: 3 × 3\n      a     b k    \n  <dbl> <dbl> <chr>\n1   1.5     2 x    \n2   "
        "2.5     3 y    \n3   3.5     4 x    \n",
        "column 1 | a | b | k / 1 | 1.5 | 2 | x / 2 | 2.5 | 3 | y",
        say="The second row, with the columns’ types, was left out.",
    ),
    case(
        "R, data.table",
        "       a     b      k\n   <num> <num> <char>\n1:   1.5     2      x\n2:   2.5     3     "
        " y\n3:   0.5     1      x\n",
        "column 1 | a | b | k / 1: | 1.5 | 2 | x / 2: | 2.5 | 3 | y",
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
        "pandas, a series",
        "0    1.5\n1    2.5\n2    0.5\nName: a, dtype: float64\n",
        "column 1 | column 2 / 0 | 1.5 / 1 | 2.5 / 2 | 0.5",
        say="“Name: a, dtype: float64” below the table was left out.",
    ),
    case(
        "pandas, signs",
        " x     y  k\n0 -1.5  2.0  a\n1  2.5 -3.0  b\n",
        "column 1 | x | y | k / 0 | -1.5 | 2 | a / 1 | 2.5 | -3 | b",
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
        "DuckDB",
        "┌────────┬───────┬─────────┐\n│   a    │   b   │    k    │\n│ double │ int32 │ varchar "
        "│\n├────────┼───────┼─────────┤\n│    1.5 │     2 │ x       │\n│    2.5 │     3 │ y     "
        "  │\n└────────┴───────┴─────────┘\n",
        "a | b | k / 1.5 | 2 | x / 2.5 | 3 | y",
        "header=yes",
    ),
    case(
        "SQLite, in a box",
        "╭─────┬───╮\n│  a  │ k │\n╞═════╪═══╡\n│ 1.5 │ x │\n│ 2.5 │ y │\n╰─────┴───╯\n",
        "a | k / 1.5 | x / 2.5 | y",
    ),
    case(
        "MySQL",
        "+------+------+\n| a    | k    |\n+------+------+\n|  1.5 | x    |\n| NULL | y    "
        "|\n+------+------+\n2 rows in set (0.00 sec)\n",
        "a | k / 1.5 | x /  | y",
        say="“2 rows in set (0.00 sec)” below the table was left out.",
    ),
    case(
        "PostgreSQL",
        "  a  | b | k \n-----+---+---\n 1.5 | 2 | x\n 2.5 | 3 | y\n 0.5 | 1 | x\n(3 rows)\n",
        "a | b | k / 1.5 | 2 | x / 2.5 | 3 | y",
    ),
    case(
        "Org mode", "| a | k |\n|---+---|\n| 1.5 | x |\n| 2.5 | y |\n", "a | k / 1.5 | x / 2.5 | y"
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
        "MATLAB",
        "    1.5000    2.0000         0\n    2.5000    3.0000    1.0000\n    0.5000    1.0000    "
        "     0\n",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1",
    ),
    case(
        "SAS",
        "Obs      a    b    k\n\n  1    1.5    2    x\n  2    2.5    3    y\n  3    0.5    1    "
        "x\n",
        "Obs | a | b | k / 1 | 1.5 | 2 | x / 2 | 2.5 | 3 | y",
    ),
    case(
        "a comment below",
        "1.5 2 0\n2.5 3 1\n0.5 1 0\n# end\n",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1 / 0.5 | 1 | 0",
    ),
    case(
        "NumPy, printed",
        "[[1.5 2.  0. ]\n [2.5 3.  1. ]\n [0.5 1.  0. ]]\n",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1 / 0.5 | 1 | 0",
        say="from Python",
    ),
    case(
        "NumPy, its repr",
        "array([[1.5, 2. , 0. ],\n       [2.5, 3. , 1. ],\n       [0.5, 1. , 0. ]])\n",
        "column 1 | column 2 | column 3 / 1.5 | 2 | 0 / 2.5 | 3 | 1 / 0.5 | 1 | 0",
    ),
    case(
        "NumPy, with a dtype",
        "array([[1., 2.],\n       [3., 4.]], dtype=float32)",
        "column 1 | column 2 / 1 | 2 / 3 | 4",
    ),
    case(
        "NumPy, long rows",
        "[[1. 2. 3.\n  4.]\n [5. 6. 7.\n  8.]]",
        "column 1 | column 2 | column 3 | column 4 / 1 | 2 | 3 | 4 / 5 | 6 | 7 | 8",
    ),
    case(
        "Python, tuples",
        "[(1.5, 2, 'x'), (2.5, 3, 'y'), (0.5, 1, 'x')]",
        "column 1 | column 2 | column 3 / 1.5 | 2 | x / 2.5 | 3 | y / 0.5 | 1 | x",
    ),
    case(
        "Python, dicts", "[{'a': 1.5, 'k': 'x'}, {'a': 2.5, 'k': 'y'}]", "a | k / 1.5 | x / 2.5 | y"
    ),
    case(
        "Python, an assignment",
        "X = [[1.5, 2], [2.5, 3], [0.5, 1]]",
        "column 1 | column 2 / 1.5 | 2 / 2.5 | 3",
    ),
    case(
        "Python, how pandas is called",
        "pd.DataFrame({'a': [1.5, 2.5], 'k': ['x', 'y']})",
        "a | k / 1.5 | x / 2.5 | y",
    ),
    case("JavaScript", "[{a: 1.5, k: 'x'}, {a: 2.5, k: 'y'}]", "a | k / 1.5 | x / 2.5 | y"),
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
        "JSON, pandas with its schema",
        '{"schema":{"fields":[{"name":"index"},{"name":"a"}]},"data":[{"index":0,"a":1.5,"k":"x"},{"index":1,"a":2,"k":"y"}]}',
        "index | a | k / 0 | 1.5 | x / 1 | 2 | y",
    ),
    case(
        "JSON, decimal commas in words",
        '[{"a":"1,5","k":"x"},{"a":"2,5","k":"y"}]',
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
        "capitals",
        "x,k\n1,Yes\n2,yes\n3,No\n4,no\n5,YES\n6,No\n",
        "x | k / 1 | Yes / 2 | Yes / 3 | No / 4 | No / 5 | Yes / 6 | No",
        "capitals=same",
    ),
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
        "two ways to write an umlaut",
        "x,k\n1,Bär\n2,Bär\n3,Löwe\n4,Löwe\n",
        "x | k / 1 | Bär / 2 | Bär / 3 | Löwe / 4 | Löwe",
    ),
    case(
        "signs without width",
        "x,k\n1,a\u200b\n2,a\n3,b\n4,b\ufeff\n",
        "x | k / 1 | a / 2 | a / 3 | b / 4 | b",
    ),
    case(
        "hard spaces in a label",
        "x,k\n1,New\xa0York\n2,New York\n3,Rom\n4,Rom\n",
        "x | k / 1 | New York / 2 | New York",
    ),
    case(
        "two spaces in a label",
        "x,k\n1,New  York\n2,New York\n3,Rom\n4,Rom\n",
        "x | k / 1 | New York / 2 | New York",
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
