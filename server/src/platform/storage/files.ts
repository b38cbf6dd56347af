import type { Readable } from 'node:stream'

/** Where uploaded files lie. A key is a path of letters, digits, `-`, `_`, `.` and `/`; what is put is never changed. */
export interface Files {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  get(key: string): Promise<{ bytes: Buffer; contentType: string } | null>
  delete(key: string): Promise<void>
}

export interface ListedFiles extends Files {
  /** The keys of all files, in no order. */
  list(): Promise<string[]>
}

/** A place for files of any size, such as backups. Each is there whole or not at all. */
export interface LargeFiles {
  /** Writes a new file, which appears when all of it is there. A write that fails leaves nothing. */
  write(name: string, content: Readable): Promise<void>
  /** @throws Error where it isn't there */
  read(name: string): Readable
  list(): Promise<{ readonly name: string; readonly bytes: number }[]>
  delete(name: string): Promise<void>
  /** Removes what a process that was killed was writing, of the files that are ours. */
  discardUnfinished(isOurs: (name: string) => boolean): Promise<void>
}
