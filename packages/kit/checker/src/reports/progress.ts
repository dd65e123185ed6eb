import type { Progress } from '../core/check-options.ts'
import { counted } from './verdict-text.ts'

/** The output stream for progress. */
interface ProgressSink {
  readonly write: (text: string) => unknown
  readonly columns?: number
}

/** Prints progress until it is ended. */
interface ProgressPrinter {
  readonly show: (progress: Progress) => void
  readonly end: () => void
}

const WIDTH = 20

const ERASE_LINE = '\r\u001B[2K'

/** A live line that is erased at the end; or, without a terminal, two lines per phase. */
export const createProgressPrinter = (sink: ProgressSink, isLive: boolean): ProgressPrinter =>
  isLive ? createBar(sink) : createLines(sink)

const createBar = (sink: ProgressSink): ProgressPrinter => ({
  show: ({ done, total, phase, subject, requests, findings }) => {
    const filled = Math.round((WIDTH * done) / Math.max(total, 1))
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    const counts = `${counted(requests, 'request')} · ${counted(findings, 'finding')}`
    const line = `${bar} ${done}/${total} · ${counts} · ${phase} ${subject}`
    sink.write(`${ERASE_LINE}${line.slice(0, (sink.columns || 80) - 1)}`)
  },
  end: () => void sink.write(ERASE_LINE),
})

const createLines = (sink: ProgressSink): ProgressPrinter => {
  let first: Progress | undefined
  let last: Progress | undefined
  const close = (): void => {
    if (first === undefined || last === undefined) return
    const requests = counted(last.requests - first.requests, 'request')
    const findings = counted(last.findings - first.findings, 'finding')
    sink.write(`${last.phase}: done, ${requests}, ${findings}\n`)
  }
  return {
    show: (progress) => {
      if (first?.phase !== progress.phase) {
        close()
        first = progress
        sink.write(`${progress.phase}: started\n`)
      }
      last = progress
    },
    end: close,
  }
}
