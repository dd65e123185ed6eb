import { format, resolveConfig } from 'prettier'
import { defects, type ServerDefect, servers, variants } from '../servers/all-servers.ts'
import { defectClasses } from './defect-classes.ts'
import { missed, nameOf } from './missed.ts'

/** Where {@link proofPage} is kept. */
export const proofPageUrl = new URL('../../docs/proof.md', import.meta.url)

/** How many of some faults are found: `7/9`. */
const share = (some: readonly ServerDefect[]): string =>
  some.length === 0 ? '' : `${some.filter((defect) => !missed.has(nameOf(defect))).length}/${some.length}`

const ofClass = (number: string): readonly ServerDefect[] =>
  defects.filter((defect) => defect.class === number)

const ids = [...servers.keys()]
const row = (title: string, some: readonly ServerDefect[]): string =>
  `| ${[title, share(some), ...ids.map((id) => share(some.filter(({ server }) => server === id)))].join(' | ')} |`

const ofFirst = defects.filter((defect) => defectClasses[defect.class] === undefined)
const rows = [
  row('`library`, `tickets` and `notes`, 37 classes', ofFirst),
  ...Object.entries(defectClasses).map(([number, meaning]) => row(meaning, ofClass(number))),
]

/** The page that says what is found of the seeded faults and what is not, from `missed.json`. */
export const proofPage = async (): Promise<string> => {
  const page = `# What is found, and what is not

Every [seeded fault](../test/servers) of ${servers.size} servers, seed 1. A fault is found where a finding names it on the operation to blame.

The servers are independent witnesses, written by hand. The wider proof is that of
[\`contract prove\`](../../tools/docs/prove.md): generic faults of the documents in \`test/kit/proof\`, with the results in
\`apps/docs/generated/proofs.json\`.

| faults of | all | ${ids.map((id) => `\`${id}\``).join(' | ')} |
| --- | --- | ${ids.map(() => '---').join(' | ')} |
${rows.join('\n')}
${row('**all**', defects)}

The correct servers cause no finding, nor do the ${variants.length} liberties that a correct server may take.

[missed.json](../test/proof/missed.json) lists the faults that are not found. \`npm run test:nightly\` tries all faults. It fails if one is missed
that is not listed, and if one is listed that is found. \`npm run test:check\` does the same for one fault of each class that
\`npm test\` does not try. \`npm run proof\` writes this page from the list.
`
  return format(page, { ...(await resolveConfig(proofPageUrl)), parser: 'markdown' })
}
