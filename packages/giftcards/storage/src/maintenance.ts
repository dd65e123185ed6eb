export { BackupError } from './lib/backup/sealed-file.ts'
export { restoreBackup } from './lib/backup/restore-backup.ts'
export { writeBackup } from './lib/backup/write-backup.ts'
export { archiveRecords, type ArchiveOptions, type ArchiveReport } from './lib/maintenance/archive.ts'
export { resealCards, type ResealReport } from './lib/maintenance/reseal-cards.ts'
export { type BooksReport, describeViolation, invariants, type Violation } from './lib/books/check-books.ts'
export { checkDatabase } from './lib/books/check-database.ts'
export {
  migrateDatabase,
  type MigrationOptions,
  type MigrationReport,
} from './lib/database/migrate-database.ts'
export type { OnProgress } from './lib/database/open-database.ts'
