/** How a clock differs from real time. */
export interface ClockSetting {
  /** Milliseconds that it is ahead of real time. */
  readonly offset: number
  /** The time at which it is frozen; undefined if it runs. */
  readonly frozenAt: number | undefined
}

/** Keeps the setting of a clock beyond the process. */
export interface ClockJournal {
  load(): ClockSetting | undefined
  save(setting: ClockSetting): void
}

const realTime: ClockSetting = { offset: 0, frozenAt: undefined }

/** The time of a sandbox: real time, moved or stopped. */
export class Clock {
  #setting: ClockSetting
  readonly #journal: ClockJournal | undefined

  constructor(journal?: ClockJournal) {
    this.#journal = journal
    this.#setting = journal?.load() ?? realTime
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#setting.frozenAt ?? Date.now() + this.#setting.offset
  }

  get isFrozen(): boolean {
    return this.#setting.frozenAt !== undefined
  }

  /** Sets the time; a frozen clock stays at it. */
  set(now: number, isFrozen: boolean): void {
    this.#change({ offset: now - Date.now(), frozenAt: isFrozen ? now : undefined })
  }

  /** Moves the time forward. */
  advance(milliseconds: number): void {
    this.set(this.now() + milliseconds, this.isFrozen)
  }

  /** Real time again. */
  reset(): void {
    this.#change(realTime)
  }

  #change(setting: ClockSetting): void {
    this.#setting = setting
    this.#journal?.save(setting)
  }
}
