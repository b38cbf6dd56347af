-- Lists of members and gradings that a club brings along: the file, what becomes of each line, and the way back.

create table import_batch (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  -- Null: from the command line.
  account_id bigint references account,
  file_name text not null check (char_length(file_name) between 1 and 200),
  -- In the file store; null when it has been deleted, or was never kept.
  file_key text,
  kind text not null default 'members' check (kind in ('members', 'gradings')),
  state text not null default 'uploaded' check (
    state in ('uploaded', 'checking', 'checked', 'importing', 'imported', 'failed', 'undoing', 'undone')
  ),
  -- How the file is read, and what its columns mean, as in the contract.
  reading jsonb not null,
  mapping jsonb not null,
  -- Written by a connection of its own while one transaction does the work.
  done integer not null default 0,
  total integer not null default 0,
  progress_at timestamptz,
  new_count integer not null default 0,
  changed_count integer not null default 0,
  duplicate_count integer not null default 0,
  refused_count integer not null default 0,
  problem_count integer not null default 0,
  -- What was shown to be checked: what is imported must be the same.
  plan_hash text not null default '',
  -- The last entry of the audit that the import wrote: what was done to its members later is not its own.
  audit_id bigint,
  -- Of an undo: what has been worked with since stays.
  leave_worked_with boolean not null default false,
  failure text not null default '' check (char_length(failure) <= 4000),
  created_at timestamptz not null,
  imported_at timestamptz check ((imported_at is not null) = (state in ('imported', 'undoing', 'undone'))),
  undo_until timestamptz check ((undo_until is null) = (imported_at is null)),
  undone_at timestamptz check ((undone_at is not null) = (state = 'undone')),
  unique (id, root_club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index import_batch_club on import_batch (club_id, id desc);
create index import_batch_account on import_batch (account_id);

create table import_line (
  import_batch_id bigint not null,
  line integer not null,
  root_club_id bigint not null,
  outcome text not null check (outcome in ('new', 'changed', 'duplicate', 'refused')),
  name text not null,
  member_id bigint,
  -- [{ column, text }] and [{ title, before, after }]
  problems jsonb not null default '[]',
  stored jsonb not null default '[]',
  primary key (import_batch_id, line),
  foreign key (import_batch_id, root_club_id) references import_batch (id, root_club_id) on delete cascade
    deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) on delete set null (member_id)
    deferrable initially immediate
);
create index import_line_member on import_line (member_id);

-- What an import did to each row, in order; undone from the last to the first.
create table import_change (
  id bigint generated always as identity primary key,
  import_batch_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  table_name text not null,
  what text not null check (what in ('added', 'changed')),
  -- The row's primary key.
  key jsonb not null,
  -- The whole row, where it was changed.
  before jsonb check ((before is null) = (what = 'added')),
  after jsonb check ((after is null) = (what = 'added')),
  foreign key (import_batch_id, root_club_id) references import_batch (id, root_club_id) on delete cascade
    deferrable initially immediate,
  constraint import_change_member foreign key (member_id, root_club_id) references member (id, root_club_id)
    on delete cascade deferrable initially immediate
);
create index import_change_batch on import_change (import_batch_id, member_id);
create index import_change_member on import_change (member_id);

-- Who did what to whom stays in the audit, also of a member whom an undone import has taken away again.
alter table audit drop constraint audit_member_id_fkey;

-- Consent that an import brought along goes with it when the import is undone, and in no other way.
alter table consent add column import_batch_id bigint references import_batch on delete set null;
create index consent_import on consent (import_batch_id) where import_batch_id is not null;
create function consent_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from import_batch where id = old.import_batch_id and state = 'undoing') then
      return old;
    end if;
  -- Where the record of the import is thrown away, the consent stays.
  elsif new.import_batch_id is null
    and to_jsonb(new) - 'import_batch_id' = to_jsonb(old) - 'import_batch_id' then
    return new;
  end if;
  raise exception 'consent is append-only: write a newer entry' using errcode = 'restrict_violation';
end $$;
drop trigger consent_append_only on consent;
create trigger consent_append_only before update or delete on consent
  for each row execute function consent_append_only();

-- People by their whole name. By its digest: 200 characters of some scripts are more than an index entry holds.
create index person_name on person (md5(search));
