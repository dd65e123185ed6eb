/** The style of the rules page: follows the reader's colour scheme, and stacks the cells of a row on a phone. */
export const rulesPageStyle = `
:root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3a3f4a); --soft: light-dark(#5b6472, #a2abba);
  --link: light-dark(#1750b8, #8ab4ff); --mark: light-dark(#fff3c4, #4a3f12) }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fff, #16181d); color: light-dark(#1b1f27, #e6e9ef) }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
a { color: var(--link) }
h2 a, th a { color: inherit; text-decoration: none }
h2 a:hover, th a:hover { text-decoration: underline }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem }
nav ul { columns: 17rem; padding: 0; list-style: none }
table { width: 100%; border-collapse: collapse }
th, td { padding: .4rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
thead th { color: var(--soft); font-weight: 600 }
tbody th { white-space: nowrap }
.where { width: 28%; color: var(--soft); font-size: .875rem; overflow-wrap: anywhere }
.tests { width: 22%; color: var(--soft); font-size: .875rem; overflow-wrap: anywhere }
tr:target { background: var(--mark) }
@media (max-width: 44rem) {
  thead { display: none }
  tbody tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line) }
  tbody th, tbody td { display: block; width: auto; padding: .1rem 0; border: 0; text-align: left }
  .tests::before { content: "Proof: " }
}
`
