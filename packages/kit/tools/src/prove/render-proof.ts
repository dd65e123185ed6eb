import type { Proof, ProvenFault, ProvenLiberty, Score } from './proof.ts'

/** `90 %`; rounded down, so that 100 % means all. */
export const percent = (share: number): string => `${Math.floor(share * 100)} %`

const shareOf = ({ detected, possible }: Score): number => (possible === 0 ? 1 : detected / possible)

/** Faults of one kind that were not detected. */
export interface Gap {
  readonly title: string
  readonly kind: string
  /** Advice to detect them. */
  readonly advice: string
  /** The reason: no request triggered them, or no check failed. */
  readonly reason: string
  /** `createPet: body/name`; in the order of the document. */
  readonly places: readonly string[]
}

const reasons = {
  missed: 'The server was wrong, and no check failed',
  untried: 'No request would have shown it',
} as const

/** Undetected faults by kind, the most frequent first. */
export function gapsOf(faults: readonly ProvenFault[]): readonly Gap[] {
  const open = faults.filter(({ outcome }) => outcome === 'missed' || outcome === 'untried')
  const gaps = [
    ...Map.groupBy(open, ({ kind, outcome, advice }) => `${kind} ${outcome} ${advice}`).values(),
  ].flatMap((some) => {
    const [first] = some
    if (first === undefined) return []
    const { kind, advice = '' } = first
    return [
      {
        kind,
        title: first.title.replace(/: .*$/s, ''),
        advice,
        reason: reasons[first.outcome === 'untried' ? 'untried' : 'missed'],
        places: some.map(({ id }) => id.slice(kind.length + 1).replace(':', ': ')),
      },
    ]
  })
  return gaps.toSorted((one, other) => other.places.length - one.places.length)
}

/** The most places of a gap that the terminal shows. */
const shownPlaces = 4

const barWidth = 24

const bar = (score: Score): string => {
  const full = Math.floor(shareOf(score) * barWidth)
  return '█'.repeat(full) + '░'.repeat(barWidth - full)
}

/** The proof for a terminal. */
export function proofText(proof: Proof): string {
  const { title, faults, classes, alarms, obstacles, share, liberties } = proof
  const all: Score = {
    name: 'all',
    detected: classes.reduce((sum, { detected }) => sum + detected, 0),
    possible: classes.reduce((sum, { possible }) => sum + possible, 0),
  }
  const width = Math.max(...[...classes, all].map(({ name }) => name.length))
  const digits = String(all.possible).length
  const lines = [...classes, all].map(
    (score) =>
      `  ${score.name.padEnd(width)}  ${bar(score)}  ${String(score.detected).padStart(digits)} of ${String(score.possible).padStart(digits)}  ${percent(shareOf(score)).padStart(5)}`,
  )
  const unreachable = faults.filter(({ outcome }) => outcome === 'unreachable').length
  const gaps = gapsOf(faults).flatMap(({ title: wrong, advice, reason, places }) => [
    `  ${wrong} (${places.length})`,
    ...places.slice(0, shownPlaces).map((place) => `    ${place}`),
    ...(places.length > shownPlaces ? [`    and ${places.length - shownPlaces} more`] : []),
    `    ${reason}. ${advice}`,
  ])
  return [
    `${title}: ${percent(share)} of the faults are detected`,
    '',
    ...lines,
    ...(unreachable > 0
      ? [
          '',
          unreachable === 1
            ? '1 more fault changes a response that the server never gives.'
            : `${unreachable} more faults change responses that the server never gives.`,
        ]
      : []),
    ...(alarms.length > 0
      ? ['', 'Also found on the correct server, and not counted:', ...alarms.map((alarm) => `  ${alarm}`)]
      : []),
    ...(obstacles.length > 0
      ? ['', 'Could not be checked on the correct server:', ...obstacles.map((obstacle) => `  ${obstacle}`)]
      : []),
    ...libertyLines(liberties),
    ...(gaps.length > 0 ? ['', 'Not detected, with advice:', ...gaps] : []),
    '',
  ].join('\n')
}

/** Variations that the document allows, and those that break the command. */
function libertyLines(liberties: readonly ProvenLiberty[]): readonly string[] {
  const tried = liberties.filter(({ outcome }) => outcome !== 'untried')
  const broken = tried.filter(({ outcome }) => outcome === 'broken')
  if (tried.length === 0) return []
  return [
    '',
    `${tried.length - broken.length} of ${tried.length} permitted variations of a correct server pass.`,
    ...broken.map(({ id, title }) => `  Broken by ${id}: ${title}`),
  ]
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The same as Markdown. */
export function proofMarkdown(proof: Proof): string {
  const { title, share, classes, operations, faults, alarms, obstacles, liberties } = proof
  const row = (score: Score): string =>
    `| ${cell(score.name)} | ${score.detected} | ${score.possible} | ${percent(shareOf(score))} |`
  const head = '| detected | possible | share |\n| --- | ---: | ---: | ---: |'
  const gaps = gapsOf(faults).map(
    (gap) =>
      `### ${gap.title}\n\n${gap.reason}. ${gap.advice}\n\n${gap.places.map((place) => `- \`${place}\``).join('\n')}\n`,
  )
  return [
    `# ${title}: ${percent(share)} of the faults are detected\n`,
    `| class ${head}\n${classes.map(row).join('\n')}\n`,
    `| operation ${head}\n${operations.map(row).join('\n')}\n`,
    ...(alarms.length > 0
      ? [`## Also found on the correct server\n\n${alarms.map((alarm) => `- ${alarm}`).join('\n')}\n`]
      : []),
    ...(obstacles.length > 0
      ? [`## Could not be checked\n\n${obstacles.map((obstacle) => `- ${obstacle}`).join('\n')}\n`]
      : []),
    ...libertyLines(liberties).map((line) => (line === '' ? '## Liberties\n' : `- ${line.trim()}`)),
    ...(gaps.length > 0 ? ['## Not detected\n', ...gaps] : []),
  ].join('\n')
}
