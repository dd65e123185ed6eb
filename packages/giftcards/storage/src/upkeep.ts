export { BackupError } from './lib/backup/backup-error.ts'
export { restoreBackup } from './lib/backup/restore-backup.ts'
export { writeBackup } from './lib/backup/write-backup.ts'
export { type BooksReport, checkDatabase } from './lib/books/check-database.ts'
export type { OnProgress } from './lib/database/on-progress.ts'
export {
  migrateDatabase,
  type MigrationOptions,
  type MigrationReport,
} from './lib/database/migrate-database.ts'
