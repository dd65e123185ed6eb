/** The difference between a clock and real time. */
export interface ClockSetting {
  /** Milliseconds ahead of real time. */
  readonly offset: number
  /** The frozen time; undefined if the clock runs. */
  readonly frozenAt: number | undefined
}

/** Persists the clock setting. */
export interface ClockJournal {
  load(): ClockSetting | undefined
  save(setting: ClockSetting): void
}

const realTime: ClockSetting = { offset: 0, frozenAt: undefined }

/** The sandbox's time: real time, shifted or frozen. */
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

  /** Sets the time, and freezes the clock if `isFrozen`. */
  set(now: number, isFrozen: boolean): void {
    this.#change({ offset: now - Date.now(), frozenAt: isFrozen ? now : undefined })
  }

  /** Advances the time. */
  advance(milliseconds: number): void {
    this.set(this.now() + milliseconds, this.isFrozen)
  }

  /** Restores real time. */
  reset(): void {
    this.#change(realTime)
  }

  #change(setting: ClockSetting): void {
    this.#setting = setting
    this.#journal?.save(setting)
  }
}
