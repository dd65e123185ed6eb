/** The project to create, and its sources. */
export interface CreateOptions {
  /** Absent or empty, or a package to add the kit to. */
  readonly folder: string
  /** The name of a new package; that of the folder unless given. */
  readonly name?: string
  /** A folder with the tarballs of the kit; without it the registry has them. */
  readonly tarballs?: string
  /**
   * An OpenAPI document to begin from, a path or a URL; without it a new project is the Trail Huts. A document in the package stays where
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
  /** Facts that the owner may not expect. */
  readonly notes: readonly string[]
}
