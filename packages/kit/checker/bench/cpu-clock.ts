/** CPU time that this process has used in the meantime, in milliseconds: it hardly depends on what else the machine does. */
export const startCpuClock = (): (() => number) => {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}
