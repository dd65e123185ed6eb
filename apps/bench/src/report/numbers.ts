/** A count without decimals, thousands apart. */
export const toCount = (value: number): string => Math.round(value).toLocaleString('en-US')

/** How many times as much: two decimals, or two digits where those would say nothing. Absent: a dash. */
export const toTimes = (value: number | undefined): string => {
  if (value === undefined) return '–'
  return value < 0.1 ? value.toPrecision(2) : value.toFixed(2)
}

/** Bytes in megabytes of a million. */
export const toMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** The same with two decimals, for a heap. */
export const toSmallMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`

/** Milliseconds in seconds, two decimals. */
export const toSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
