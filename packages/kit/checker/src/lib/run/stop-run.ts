/** Ends the run early with what has been found so far: the time is up, or the server is gone. */
export class StopRun extends Error {
  override readonly name = 'StopRun'
}
