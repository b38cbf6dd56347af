-- A text message that came from the number of a member, or of a contact, and answers none that was sent.
create table member_text (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  from_number text not null check (char_length(from_number) between 1 and 320),
  at timestamptz not null,
  text text not null check (char_length(text) <= 20000),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
create index member_text_club on member_text (club_id, root_club_id);
create index member_text_member on member_text (member_id, root_club_id);

-- Whose number it is.
create index person_sms_number on person (sms_number) where sms_number is not null;
