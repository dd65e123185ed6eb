/** Starts a clock that returns the CPU time used since then by this process, in milliseconds. Machine load hardly affects it. */
export const startCpuClock = (): (() => number) => {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}
