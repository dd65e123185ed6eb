/** The look of the report: light and dark by the reader's setting, contrast by WCAG 2.2 AA, one column on a phone. */
export const style = `
:root { color-scheme: light dark; --page: #fff; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --panel: #f6f8fa;
  --good: #116329; --good-panel: #dafbe1; --bad: #a40e26; --bad-panel: #ffebe9; --gap: #7d4e00; --gap-panel: #fff8c5; --focus: #0550ae;
  --kept: #2f7fd1; --broken: #b3561c }
@media (prefers-color-scheme: dark) { :root { --page: #0d1117; --text: #e6edf3; --soft: #9da7b1; --line: #30363d; --panel: #161b22;
  --good: #56d364; --good-panel: #12261a; --bad: #ff9492; --bad-panel: #2d1416; --gap: #e3b341; --gap-panel: #272115; --focus: #79b8ff;
  --kept: #58a6ff; --broken: #f0883e } }
* { box-sizing: border-box }
html { scroll-behavior: smooth; scroll-padding-top: 1rem }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1rem 5rem; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 } h2 { font-size: 1.25rem; margin: 3rem 0 .75rem } h3 { font-size: 1rem; margin: 0 }
p { margin: .3rem 0 } a { color: inherit } code, pre { font: .85rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace }
.soft { color: var(--soft); font-weight: 400 } .lead { max-width: 46rem } .address { overflow-wrap: anywhere }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .25rem }
.verdict { margin: 1rem 0; padding: .7rem 1rem; border-radius: .5rem; font-size: 1.1rem; font-weight: 600 }
.verdict.green { background: var(--good-panel); color: var(--good) } .verdict.findings { background: var(--bad-panel); color: var(--bad) }
.verdict.incomplete { background: var(--gap-panel); color: var(--gap) }
.shares { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; padding: 0; margin: 1rem 0; list-style: none }
.shares li { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; font-size: .9rem; color: var(--soft) }
.shares b { display: block; font-size: 1.4rem; line-height: 1.2; color: var(--text) } .shares svg { margin-top: .4rem }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: 1rem 0 0; list-style: none }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { padding: .4rem .65rem; text-align: center; border-bottom: 1px solid var(--line); vertical-align: top }
td + td { border-left: 2px solid var(--page) } tr:last-child > * { border-bottom: 0 } thead th { background: var(--panel); white-space: nowrap }
th[scope=row], .left { text-align: left } th[scope=row] { font-weight: 500; position: sticky; left: 0; background: var(--page); max-width: 22rem; overflow-wrap: anywhere }
th[scope=row] .soft { display: block; font-size: .8rem }
td.seen { background: var(--good-panel); color: var(--good) } td.unseen { background: var(--gap-panel); color: var(--gap) }
td.strange { background: var(--bad-panel); color: var(--bad); font-weight: 700 }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .85rem; margin: .5rem 0; padding: 0; list-style: none }
.legend b { display: inline-block; min-width: 1.7rem; padding: 0 .3rem; margin-right: .4rem; border-radius: .25rem; text-align: center }
.legend .seen { background: var(--good-panel); color: var(--good) } .legend .unseen { background: var(--gap-panel); color: var(--gap) } .legend .strange { background: var(--bad-panel); color: var(--bad) }
.legend .kept, .legend .broken { height: .8rem; vertical-align: -.1rem } .legend .kept { background: var(--kept) } .legend .broken { background: var(--broken) }
article { border: 1px solid var(--line); border-left: .4rem solid var(--gap); border-radius: .5rem; padding: .9rem 1.1rem 1rem; margin: 1rem 0 }
article.critical, article.high { border-left-color: var(--bad) } article.low { border-left-color: var(--soft) }
article:target { outline: 3px solid var(--focus) }
.tag { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .8rem; font-weight: 600; background: var(--gap-panel); color: var(--gap) }
.tag.critical, .tag.high { background: var(--bad-panel); color: var(--bad) } .tag.low { background: var(--panel); color: var(--soft) }
.cause { font-size: 1.05rem; margin: .5rem 0 } dl { margin: .5rem 0; display: grid; grid-template-columns: max-content 1fr; gap: .2rem .9rem } dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
pre { background: var(--panel); border-radius: .4rem; padding: .6rem .8rem; margin: .4rem 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
button { font: inherit; font-size: .85rem; color: var(--text); background: var(--page); border: 1px solid var(--soft); border-radius: .4rem; padding: .25rem .8rem; cursor: pointer } button:hover { background: var(--panel) }
details { margin: .4rem 0 } summary { cursor: pointer } td summary { white-space: nowrap } td ul { margin: .3rem 0 0; padding-left: 1.1rem; font-size: .85rem }
svg { display: block; width: 100%; height: .6rem; border-radius: .3rem; background: var(--line) } .bars { min-width: 9rem } .bars svg + svg { margin-top: .25rem }
.kept-bar { fill: var(--kept) } .broken-bar { fill: var(--broken) } .share-bar { fill: var(--good) } .share-bar.partial { fill: var(--gap) }
@media (max-width: 40rem) { body { padding-top: 1rem } dl { grid-template-columns: 1fr } dt { margin-top: .3rem } th[scope=row] { max-width: 11rem } }
@media print { nav, button { display: none } article { break-inside: avoid } }
`
