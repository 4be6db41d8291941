"""The mutation gate: it makes small mistakes in the program, which the tests have to notice.

No library is suitable: mutmut 3 mutates only functions, not tables, and needs `fork`, which Windows lacks; Cosmic Ray
changes the files of the working tree, and runs one command, such as the whole suite, for each mutant. `draw` makes
mutants with `operators` and draws a sample; `line_map` measures which tests execute which lines, by means of
`line_probes`; `gate` runs the tests in `copies` of the source tree; `equivalents` reads the list of mutants that are
not mistakes.
"""
