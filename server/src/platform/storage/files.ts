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
