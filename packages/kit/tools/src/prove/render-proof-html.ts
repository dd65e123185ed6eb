import { faultClasses } from '@contract-kit/sandbox'
import type { Proof, ProvenFault } from './proof.ts'
import { gapsOf, percent } from './render-proof.ts'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The proof as a self-contained page: a table of operations and classes, then the faults that were not detected. */
export function proofHtml(proof: Proof): string {
  const { title, share, faults, alarms, obstacles } = proof
  const gaps = gapsOf(faults).map(
    ({
      title: wrong,
      kind,
      advice,
      reason,
      places,
    }) => `<details><summary>${escape(wrong)} <span>${places.length}</span></summary>
<p>${escape(reason)}. ${escape(advice)}</p>
<ul>${places.map((place) => `<li><code>${escape(kind)}@${escape(place)}</code></li>`).join('')}</ul></details>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}: what the contract checks detect</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
<p class="share"><strong>${percent(share)}</strong> of the faults are detected</p>
${picture(proof)}
${list('Also found on the correct server', alarms)}
${list('Could not be checked on the correct server', obstacles)}
${gaps.length === 0 ? '' : `<h2>Not detected, with advice</h2>\n${gaps.join('\n')}`}
</main>
</body>
</html>
`
}

const list = (heading: string, texts: readonly string[]): string =>
  texts.length === 0
    ? ''
    : `<h2>${heading}</h2>\n<ul>${texts.map((text) => `<li>${escape(text)}</li>`).join('')}</ul>`

/** A table of operations and classes. Each cell shows its score; darker cells have more undetected faults. */
function picture({ faults, operations }: Proof): string {
  const classes = faultClasses.filter((name) => faults.some((fault) => fault.class === name))
  const head = `<tr><th scope="col">Operation</th>${classes.map((name) => `<th scope="col">${name}</th>`).join('')}</tr>`
  const rows = operations.map(({ name }) => {
    const own = faults.filter(({ operationId }) => operationId === name)
    const cells = classes.map((one) => scoreCell(own.filter((fault) => fault.class === one)))
    return `<tr><th scope="row"><code>${escape(name)}</code></th>${cells.join('')}</tr>`
  })
  return `<div class="scroll" tabindex="0"><table>\n<thead>${head}</thead>\n<tbody>${rows.join('\n')}</tbody>\n</table></div>`
}

function scoreCell(faults: readonly ProvenFault[]): string {
  const possible = faults.filter(({ outcome }) => outcome !== 'unreachable').length
  if (possible === 0) return '<td></td>'
  const detected = faults.filter(({ outcome }) => outcome === 'detected').length
  const missing = 1 - detected / possible
  const level = missing === 0 ? 'all' : missing < 0.25 ? 'most' : missing < 0.6 ? 'some' : 'few'
  return `<td class="${level}">${detected}&#8202;/&#8202;${possible}</td>`
}

const style = `
:root { color-scheme: light dark; --ink: #16201d; --page: #fff; --line: #d5dcd9; --all: #cfe9dc; --most: #f3ecc4; --some: #f6d7b4; --few: #f2bcb4 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eeeb; --page: #111816; --line: #33403b; --all: #1d4735; --most: #4a4318; --some: #57391a; --few: #5c2822 } }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page) }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.6rem; margin: 0 } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
.share { margin: .25rem 0 1.5rem } .share strong { font-size: 2rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { padding: .3rem .6rem; border: 1px solid var(--line); text-align: center; white-space: nowrap; font-variant-numeric: tabular-nums; font-weight: 400 }
thead th { font-weight: 600 } th[scope=row], thead th:first-child { text-align: left; position: sticky; left: 0; background: var(--page) }
.all { background: var(--all) } .most { background: var(--most) } .some { background: var(--some) } .few { background: var(--few) }
details { border-top: 1px solid var(--line); padding: .5rem 0 } summary { cursor: pointer } summary span { opacity: .7 }
code { font-size: .875em } ul { padding-left: 1.25rem; overflow-wrap: anywhere }
`
