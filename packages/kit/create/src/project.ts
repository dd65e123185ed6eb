/** Options of a new project. */
export interface CreateOptions {
  /** The target folder: missing, empty, or a package to add the kit to. */
  readonly folder: string
  /** The name of a new package. Default: the name of the folder. */
  readonly name?: string
  /** A folder with the tarballs of the kit. Default: install from the registry. */
  readonly tarballs?: string
  /**
   * Path or URL of an OpenAPI document to start from. Default: the Trail Huts example. A document inside the package stays where
   * it is.
   */
  readonly openapi?: string
}

export interface CreatedProject {
  /** Absolute. */
  readonly folder: string
  /** False if the kit was added to a package. */
  readonly isNew: boolean
  /** The files that were written, relative to the folder, sorted. */
  readonly files: readonly string[]
  /** Notes for the user, such as scripts that were kept. */
  readonly notes: readonly string[]
}
