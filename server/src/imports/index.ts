import * as imports from '@honbu/contract/imports.ts'
import { serve } from '../platform/route.ts'
import { checkImport, saveImportReading } from './check-import.ts'
import { getImportFile, guessImport } from './get-import-file.ts'
import { getImportLines } from './get-import-lines.ts'
import { getImport, getImports } from './get-imports.ts'
import { deleteImport, getImportUndo, runImport, undoImport } from './run-import.ts'
import { uploadImport } from './upload-import.ts'

export const serveImports = serve(imports, {
  getImports,
  uploadImport,
  getImport,
  getImportFile,
  saveImportReading,
  guessImport,
  checkImport,
  getImportLines,
  runImport,
  getImportUndo,
  undoImport,
  deleteImport,
})

export { type ImportFile, type ImportReport, importFile } from './import-file.ts'
export { MappingFile, toMappingFile, undecidedColumns, withMappingFile } from './mapping-file.ts'
export { workOnImports } from './work-on-imports.ts'
