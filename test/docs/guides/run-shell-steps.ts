import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { spawnGuarded } from '@contract-kit/packaging/spawn-guarded'
import { repositoryRoot } from '@giftcards/test-harness'
import { evaluateExpression, readGuideRequests } from './guide-requests.ts'
import { type CodeBlock, type Guide, runnable, separator } from './guides.ts'

/** A block that runs in the shell: one of the guide's own, or the curl sample of a request. */
export interface ShellStep {
  readonly code: string
  /** The documented output. */
  readonly expected: CodeBlock | undefined
}

/** Returns the shell steps in the order of the guide. A sample stores the response values that its reader keeps in variables. */
export function listShellSteps(guide: Guide): readonly ShellStep[] {
  const own = runnable(guide.blocks, 'sh').map(({ block, expected }) => ({
    block,
    code: block.code,
    expected,
  }))
  const made = readGuideRequests(guide).flatMap(({ block, samples, keep, status = 200, expected }) => {
    const sample = samples.get('curl')
    if (sample === undefined) return []
    const code = [
      'set +e',
      `${sample} > response.txt`,
      `test $? = ${status < 400 ? 0 : 22} || exit 9`,
      'set -e',
      ...Object.entries(keep).map(
        ([name, expression]) => `${name}=$(part ${encodeURIComponent(expression)})`,
      ),
      'part',
    ]
    return [{ block, code: code.join('\n'), expected }]
  })
  return [...own, ...made].toSorted((one, other) => one.block.line - other.block.line)
}

/**
 * Runs the shell steps of a guide one after another in one bash and an empty folder, as a reader would. Returns their
 * outputs. If a command fails, rejects with the output of the shell.
 */
export async function runShellSteps(
  guide: Guide,
  token: string,
  toLocal: (code: string) => string,
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-guide-'))
  const parts = await servePartsOfResponses()
  try {
    symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
    const begin = [
      // As in a terminal, each job has its own process group. Background jobs of a guide end with it, even after a failure.
      'set -euo pipefail -m',
      "trap 'for job in $(jobs -p); do kill -- -$job 2> /dev/null || true; done' EXIT",
      // Runs an installed program as npx does, without the second that npm needs to find it.
      'npx() { local name=$1; shift; case $name in @contract-kit/tools) name=contract ;; @contract-kit/checker) name=contract-checker ;; esac; "$name" "$@"; }',
      `part() { curl -s --fail-with-body --data-binary @response.txt "${parts.url}/?\${1-}"; }`,
      `TOKEN=${token}`,
    ].join('\n')
    const steps = listShellSteps(guide).map(({ code }) => toLocal(code))
    const script = [begin, ...steps].join(`\nprintf '${separator}'\n`)
    const shell = spawnGuarded([join(import.meta.dirname, 'run-script.ts'), script], {
      cwd: folder,
      env: {
        PATH: [join(repositoryRoot, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter),
        HOME: folder,
        NO_COLOR: '1',
      },
    })
    const [stdout, stderr, [code]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, 'close') as Promise<[number | null]>,
    ])
    if (code !== 0) throw new Error(`${guide.slug}: bash ended with ${code}: ${stderr}\n${stdout}`)
    return stdout.split(separator).slice(1)
  } finally {
    parts.close()
    rmSync(folder, { recursive: true })
  }
}

/** Starts a server that receives the output of curl and returns the part that a runtime expression names. */
async function servePartsOfResponses() {
  const server = createServer((request, response) => {
    const expression = decodeURIComponent(request.url?.slice('/?'.length) ?? '')
    void text(request)
      .then((printed) => response.end(readPart(printed, expression)))
      .catch((error: unknown) => response.writeHead(400).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** Returns the part that an expression names, or the body. The response may be printed with or without its headers. */
function readPart(printed: string, expression: string): string {
  const end = printed.startsWith('HTTP/') ? printed.indexOf('\r\n\r\n') : -1
  const [, ...lines] = printed.slice(0, Math.max(end, 0)).split('\r\n')
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = end < 0 ? printed : printed.slice(end + 4)
  return expression === '' ? body : evaluateExpression({ headers, text: body }, expression)
}
