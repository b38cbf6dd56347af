-- Names of who would not have been charged, of files that have been imported: nothing shows them any more.
update import_batch set billing = null where imported_at is not null and billing is not null;
