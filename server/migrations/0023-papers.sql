-- What members sign, in versions that never change, who signed which; and the papers that expire.

create table document (
  id bigint generated always as identity primary key,
  -- Members of all clubs below it sign it too.
  club_id bigint not null,
  root_club_id bigint not null,
  kind text not null check (kind in ('terms', 'waiver', 'photo')),
  is_required boolean not null,
  -- The draft. What is in force is the newest version.
  title text not null check (char_length(title) between 1 and 200),
  text text not null check (char_length(text) between 1 and 40000),
  withdrawn_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (id, club_id),
  unique (id, kind),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index document_club on document (club_id, root_club_id);

create table document_version (
  id bigint generated always as identity primary key,
  document_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  -- With it stands that a document which somebody may have signed does not become one of another kind.
  kind text not null,
  number integer not null check (number > 0),
  title text not null check (char_length(title) between 1 and 200),
  text text not null check (char_length(text) between 1 and 40000),
  published_at timestamptz not null,
  published_by bigint references account,
  unique (document_id, number),
  unique (id, document_id),
  foreign key (document_id, club_id) references document (id, club_id),
  foreign key (document_id, kind) references document (id, kind),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index document_version_document on document_version (document_id, club_id);
create index document_version_kind on document_version (document_id, kind);
create index document_version_club on document_version (club_id, root_club_id);
create index document_version_published_by on document_version (published_by);
create trigger document_version_append_only before update or delete on document_version
  for each row execute function append_only();

-- Signed or declined, by whom, how. A signature follows the member: should a club leave its tree, what its members signed
-- of the head office stays signed, so the version is named without the tree.
create table document_signature (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  -- The club of the member through which it was asked.
  club_id bigint not null,
  root_club_id bigint not null,
  document_id bigint not null,
  document_version_id bigint not null,
  answer text not null check (answer in ('signed', 'declined')),
  -- Carried: from the time before texts were kept here.
  how text not null check (how in ('screen', 'link', 'paper', 'carried')),
  -- Who signed: the member, or a guardian. Null where nobody knows.
  person_id bigint references person,
  signer_name text not null check (char_length(signer_name) between 1 and 401),
  relationship text not null default '' check (char_length(relationship) <= 200),
  -- A path of SVG on a ground of 600 x 200.
  drawing text check (char_length(drawing) <= 30000),
  signed_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- Who held the device, or wrote it down from paper.
  account_id bigint references account,
  withdrawn_at timestamptz,
  withdrawn_by bigint references account,
  withdrawn_reason text not null default '' check (char_length(withdrawn_reason) <= 500),
  check ((withdrawn_at is null) = (withdrawn_reason = '')),
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (document_version_id, document_id) references document_version (id, document_id)
);
create unique index document_signature_once on document_signature (member_id, document_version_id)
  where answer = 'signed' and withdrawn_at is null;
create index document_signature_member on document_signature (member_id, document_id, id);
create index document_signature_club on document_signature (club_id, root_club_id);
create index document_signature_version on document_signature (document_version_id, document_id);
create index document_signature_person on document_signature (person_id);
create index document_signature_account on document_signature (account_id);
create index document_signature_withdrawn_by on document_signature (withdrawn_by);

-- It may be withdrawn, once, and move with its member or club; nothing else about it changes.
create function signature_stands() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['root_club_id', 'member_id', 'withdrawn_at', 'withdrawn_by', 'withdrawn_reason'];
begin
  if to_jsonb(new) - movable <> to_jsonb(old) - movable
    or (old.withdrawn_at is not null and (new.withdrawn_at, new.withdrawn_reason) is distinct from (old.withdrawn_at, old.withdrawn_reason))
  then
    raise exception 'a signature is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger document_signature_stands before update on document_signature
  for each row execute function signature_stands();

-- A link by e-mail to sign without an account: once, and not for ever. Only the hash of its secret is kept, made when the
-- mail is written.
create table document_request (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  -- Who is asked: the member, or a guardian.
  person_id bigint not null references person on delete cascade,
  email citext not null check (char_length(email) between 3 and 320),
  secret_hash bytea unique,
  account_id bigint references account,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- Used, or replaced by a newer one.
  ended_at timestamptz,
  used_at timestamptz check (used_at = ended_at),
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create unique index document_request_open on document_request (member_id, club_id) where ended_at is null;
create index document_request_member on document_request (member_id, root_club_id);
create index document_request_club on document_request (club_id, root_club_id);
create index document_request_person on document_request (person_id);
create index document_request_account on document_request (account_id);

create table document_request_item (
  document_request_id bigint not null references document_request on delete cascade,
  document_id bigint not null references document on delete cascade,
  primary key (document_request_id, document_id)
);
create index document_request_item_document on document_request_item (document_id);

-- What each club's members are asked to sign: its own documents and those of the clubs above it, each in its newest
-- version. Kept by the triggers below, so that a register of forty members finds it by one look at an index.
create table document_in_force (
  club_id bigint not null references club on delete cascade,
  document_id bigint not null references document on delete cascade,
  document_version_id bigint not null references document_version on delete cascade,
  is_required boolean not null,
  primary key (club_id, document_id)
);
create index document_in_force_document on document_in_force (document_id);
create index document_in_force_version on document_in_force (document_version_id);

-- Worked out anew for a tree of clubs.
create function documents_in_force(root bigint)
returns table (club_id bigint, document_id bigint, document_version_id bigint, is_required boolean)
language sql stable as $$
  with recursive asked (club_id, document_id, document_version_id, is_required) as (
    select document.club_id, document.id, newest.id, document.is_required
    from document
    join club on club.id = document.club_id
    join lateral (
      select id from document_version where document_version.document_id = document.id order by number desc limit 1
    ) newest on true
    where club.root_club_id = root and document.withdrawn_at is null
    union all
    select below.id, asked.document_id, asked.document_version_id, asked.is_required
    from asked join club below on below.parent_club_id = asked.club_id
  )
  select club_id, document_id, document_version_id, is_required from asked
$$;

create function keep_documents_in_force(root bigint) returns void language plpgsql as $$
begin
  -- One after the other, so that the second sees what the first has done.
  perform pg_advisory_xact_lock(hashtextextended('honbu documents in force', root));
  delete from document_in_force kept
  using club
  where club.id = kept.club_id and club.root_club_id = root
    and not exists (select from documents_in_force(root) asked
      where asked.club_id = kept.club_id and asked.document_id = kept.document_id);
  insert into document_in_force as kept (club_id, document_id, document_version_id, is_required)
  select asked.club_id, asked.document_id, asked.document_version_id, asked.is_required
  from documents_in_force(root) asked
  on conflict (club_id, document_id) do update
  set document_version_id = excluded.document_version_id, is_required = excluded.is_required
  where (kept.document_version_id, kept.is_required) <> (excluded.document_version_id, excluded.is_required);
end $$;

create function clubs_keep_documents() returns trigger language plpgsql as $$
begin
  perform keep_documents_in_force(root_club_id) from (select distinct root_club_id from made) roots;
  return null;
end $$;
create trigger club_documents_insert after insert on club referencing new table as made
  for each statement execute function clubs_keep_documents();
create trigger document_version_in_force after insert on document_version referencing new table as made
  for each statement execute function clubs_keep_documents();

create function row_keeps_documents() returns trigger language plpgsql as $$
begin
  perform keep_documents_in_force(new.root_club_id);
  return null;
end $$;
create trigger club_documents_move after update on club for each row
  when (old.parent_club_id is distinct from new.parent_club_id or old.root_club_id <> new.root_club_id)
  execute function row_keeps_documents();
create trigger document_in_force after update on document for each row
  when (old.is_required <> new.is_required or old.withdrawn_at is distinct from new.withdrawn_at)
  execute function row_keeps_documents();

-- What a membership still lacks. Terms are signed when there is no row: required and in force, and no signature of the
-- newest version.
create view unsigned_document as
  select club_member.member_id, club_member.club_id, document_in_force.document_id, document_in_force.document_version_id
  from club_member
  join document_in_force on document_in_force.club_id = club_member.club_id and document_in_force.is_required
  where not exists (
    select from document_signature
    where document_signature.member_id = club_member.member_id
      and document_signature.document_version_id = document_in_force.document_version_id
      and document_signature.answer = 'signed' and document_signature.withdrawn_at is null
  );

-- What stood as yes or no until now becomes a document, required where terms were, with a signature for each yes.
insert into document (club_id, root_club_id, kind, is_required, title, text)
select id, root_club_id, 'terms', terms_required, 'Terms of membership',
  'The terms of membership of ' || name || ', as members agreed to them before their text was kept here.'
from club
where terms_required
  or exists (select from club_member where club_member.club_id = club.id and terms_accepted_at is not null);
insert into document_version (document_id, club_id, root_club_id, kind, number, title, text, published_at)
select id, club_id, root_club_id, kind, 1, title, text, created_at from document;
insert into document_signature (member_id, club_id, root_club_id, document_id, document_version_id, answer, how, person_id,
  signer_name, signed_at, recorded_at)
select club_member.member_id, club_member.club_id, club_member.root_club_id, document_version.document_id,
  document_version.id, 'signed', 'carried', null, coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), 'Member'),
  terms_accepted_at, terms_accepted_at
from club_member
join document_version on document_version.club_id = club_member.club_id
join member on member.id = club_member.member_id
join person on person.id = member.person_id
where terms_accepted_at is not null;
alter table club drop column terms_required;
alter table club_member drop column terms_accepted_at;

create table member_certificate (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  kind text not null check (kind in ('licence', 'insurance', 'other')),
  number text not null default '' check (char_length(number) <= 100),
  issuer text not null default '' check (char_length(issuer) <= 200),
  issued_on date,
  -- The last day on which it holds.
  expires_on date,
  note text not null default '' check (char_length(note) <= 1000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (expires_on >= issued_on),
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index member_certificate_member on member_certificate (member_id, root_club_id);
create index member_certificate_club on member_certificate (club_id, root_club_id);
create index member_certificate_expiry on member_certificate (club_id, expires_on) where expires_on is not null;

alter table club_user add constraint club_user_id_club unique (id, club_id);
create table staff_certificate (
  id bigint generated always as identity primary key,
  club_user_id bigint not null,
  club_id bigint not null,
  kind text not null check (kind in ('dbs', 'firstAid', 'insurance', 'coaching', 'other')),
  number text not null default '' check (char_length(number) <= 100),
  issuer text not null default '' check (char_length(issuer) <= 200),
  issued_on date,
  expires_on date,
  note text not null default '' check (char_length(note) <= 1000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (expires_on >= issued_on),
  foreign key (club_user_id, club_id) references club_user (id, club_id) on delete cascade
);
create index staff_certificate_user on staff_certificate (club_user_id, club_id);
create index staff_certificate_expiry on staff_certificate (club_id, expires_on);
