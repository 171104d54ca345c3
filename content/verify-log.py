#!/usr/bin/env python3
"""Checks the public log of lab reports and proofs from it. It needs nothing but Python 3.8 or later, and only `monitor`
uses the network.

    verify-log.py proof VKEY FILE.tlog-proof [REPORT.pdf]   is this in the log, and is this the document?
    verify-log.py paths CHECKPOINT                          which files to download from /log/
    verify-log.py log VKEY FOLDER [KEPT-CHECKPOINT ...]     is the whole log consistent, and with what you kept?
    verify-log.py monitor VKEY URL FOLDER                   downloads what is new from URL, which ends with /log,
                                                            checks it, and keeps it in FOLDER; run it every hour

VKEY is the text at /log/vkey. Get it more than once, and from someone else: a false key can come with a
false log. FOLDER of `log` has the files that `paths` names, at the same paths. Exit status: 0 it is, 1 it is not,
2 wrong use, 3 the log could not be downloaded. After 1, keep FOLDER: two checkpoints that disagree are the evidence.

It proves which bytes were published and that the log was not rewritten. It does not prove that a report is true, that it is
about your can, or that it still stands.
"""
import base64
import hashlib
import http.client
import json
import pathlib
import sys
import urllib.error
import urllib.request


class Wrong(Exception):
    pass


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def unbase64(text):
    try:
        decoded = base64.b64decode(text, validate=True)
    except ValueError:
        decoded = b""
    if base64.b64encode(decoded).decode() != text:
        raise Wrong("not base64: " + text[:40])
    return decoded


def is_number(text):
    return text.isdecimal() and str(int(text)) == text


# Ed25519: RFC 8032, section 5.1.
P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def add(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, d - c, d + c, f + e
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point, scalar = add(point, point), scalar >> 1
    return result


def point_of(encoded):
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        raise Wrong("not a point of the curve")
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * ROOT_OF_MINUS_1 % P
    if (x * x - x2) % P or (x == 0 and sign):
        raise Wrong("not a point of the curve")
    x = x if x & 1 == sign else P - x
    return (x, y, 1, x * y % P)


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    if s >= Q:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % Q
    left, right = times(s, BASE), add(point_of(signature[:32]), times(h, point_of(public)))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# Signed notes and checkpoints: c2sp.org/signed-note, c2sp.org/tlog-checkpoint.
def open_checkpoint(note, vkey):
    name, key_id, encoded = vkey.strip().split("+", 2)
    key = unbase64(encoded)
    if key[:1] != b"\x01" or sha256(name.encode(), b"\n", key)[:4].hex() != key_id:
        raise Wrong("the verifier key is damaged")
    text, separator, signatures = note.rpartition("\n\n")
    text += "\n"
    ours = [
        unbase64(line.split(" ")[2])
        for line in signatures.split("\n")
        if line.startswith("\u2014 " + name + " ") and line.count(" ") == 2
    ]
    ours = [signature[4:] for signature in ours if signature[:4].hex() == key_id]
    if not separator or not ours or not all(is_signed(key[1:], text.encode(), one) for one in ours):
        raise Wrong("the checkpoint is not signed with this key")
    lines = text.split("\n")
    if lines[0] != name or len(lines) != 4 or not is_number(lines[1]):
        raise Wrong("the checkpoint is not one of this log")
    return int(lines[1]), unbase64(lines[2])


# Merkle trees: RFC 6962, section 2.1; following a proof: RFC 9162, section 2.1.3.2.
def leaf_hash(entry):
    return sha256(b"\0", entry)


def node_hash(left, right):
    return sha256(b"\1", left, right)


def root_of_proof(leaf, index, size, hashes):
    if index >= size:
        raise Wrong("the entry is not in this tree")
    fn, sn, root = index, size - 1, leaf
    for one in hashes:
        if sn == 0:
            raise Wrong("the proof is too long")
        if fn & 1 or fn == sn:
            root = node_hash(one, root)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            root = node_hash(root, one)
        fn, sn = fn >> 1, sn >> 1
    if sn:
        raise Wrong("the proof is too short")
    return root


def tree_hash(leaves):
    """Merges equal subtrees as they become full, then the rest from the right."""
    stack = []
    for index, leaf in enumerate(leaves):
        while index & 1:
            leaf, index = node_hash(stack.pop(), leaf), index >> 1
        stack.append(leaf)
    if not stack:
        return sha256()
    root = stack.pop()
    while stack:
        root = node_hash(stack.pop(), root)
    return root


# Tiles: c2sp.org/tlog-tiles.
def tile_paths(size):
    """Path, level, start and end of each tile of hashes, and of each bundle of entries (level -1)."""
    paths, level, count = [], 0, size
    while count:
        for start in range(0, count, 256):
            end, number = min(start + 256, count), "%03d" % (start // 256 % 1000)
            rest = start // 256 // 1000
            while rest:
                number, rest = "x%03d/%s" % (rest % 1000, number), rest // 1000
            number += "" if end - start == 256 else ".p/%d" % (end - start)
            paths.append(("tile/%d/%s" % (level, number), level, start, end))
            if level == 0:
                paths.append(("tile/entries/" + number, -1, start, end))
        level, count = level + 1, count // 256
    return paths


def entries_in(bundle):
    entries = []
    while bundle:
        length = int.from_bytes(bundle[:2], "big")
        if len(bundle) < 2 + length:
            raise Wrong("a bundle of entries is cut off")
        entries.append(bundle[2 : 2 + length])
        bundle = bundle[2 + length :]
    return entries


def check_proof(vkey, proof, document):
    head, _, checkpoint = proof.partition("\n\n")
    lines = head.split("\n")
    if lines[0] != "c2sp.org/tlog-proof@v1" or len(lines) < 3 or not lines[1].startswith("extra "):
        raise Wrong("this is not a proof from the log")
    if not lines[2].startswith("index ") or not is_number(lines[2][6:]):
        raise Wrong("the proof has no index")
    index, hashes = int(lines[2][6:]), [unbase64(line) for line in lines[3:]]
    try:
        extra = json.loads(unbase64(lines[1][6:]))
        entry = extra["entry"]
        content = json.loads(entry)
    except (ValueError, KeyError, TypeError):
        raise Wrong("the proof has no entry")
    size, root = open_checkpoint(checkpoint, vkey)
    if root_of_proof(leaf_hash(entry.encode()), index, size, hashes) != root:
        raise Wrong("the entry is not in the log")
    if document is not None and hashlib.sha256(document).hexdigest() != content.get("file"):
        raise Wrong("the document is not byte-identical to the one in this entry")
    print("Entry %d of %d: %s" % (index, size, entry))
    check_content(content, extra.get("record"), extra.get("salt"))


def check_content(content, record, salt):
    """Opens the salted hash: RFC 8785 of what was published. Python writes numbers in another way only far from ours."""
    if record is None or salt is None:
        return
    canonical = json.dumps(whole(record), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    if sha256(bytes.fromhex(salt), canonical).hex() != content.get("record"):
        raise Wrong("what the proof says was published does not fit the entry")
    print("What was published: " + canonical.decode())


def whole(value):
    """Numbers as JavaScript writes them: 5 and not 5.0."""
    if isinstance(value, dict):
        return {name: whole(member) for name, member in value.items()}
    if isinstance(value, list):
        return [whole(member) for member in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def check_log(vkey, checkpoint, read, kept):
    """Reads every tile. `read` has the content of a path."""
    size, root = open_checkpoint(checkpoint, vkey)
    leaves, levels = [], {}
    for path, level, start, end in tile_paths(size):
        content = read(path)
        if level < 0:
            entries = entries_in(content)
            if len(entries) != end - start:
                raise Wrong(path + " does not have the entries that it should")
            leaves += [leaf_hash(entry) for entry in entries]
        else:
            levels.setdefault(level, []).append((path, content))
    expected = leaves
    for level in sorted(levels):
        for number, (path, content) in enumerate(levels[level]):
            if content != b"".join(expected[number * 256 : number * 256 + 256]):
                raise Wrong(path + " does not fit the entries")
        expected = [tree_hash(expected[at : at + 256]) for at in range(0, len(expected) - 255, 256)]
    if tree_hash(leaves) != root:
        raise Wrong("the entries are not those of the checkpoint")
    for one in kept:
        kept_size, kept_root = open_checkpoint(one, vkey)
        if kept_size > size:
            raise Wrong("the log shrank: it had %d entries and has %d" % (kept_size, size))
        if tree_hash(leaves[:kept_size]) != kept_root:
            raise Wrong("the log was rewritten: it differs from a checkpoint with %d entries" % kept_size)
    print("%d entries; consistent with %d kept checkpoints" % (size, len(kept)))


def fetch(url):
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read()


def monitor(vkey, url, folder):
    """Full tiles are kept, because they never change. Nothing is kept of what does not verify, but its checkpoint."""
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint, fetched = fetch(url + "/checkpoint"), {}
    kept = sorted(folder.glob("checkpoint-*"))[-1:]

    def read(path):
        if not (folder / path).exists():
            fetched[path] = fetch(url + "/" + path)
        return fetched[path] if path in fetched else (folder / path).read_bytes()

    text = checkpoint.decode("utf-8")
    try:
        check_log(vkey, text, read, [one.read_text("utf-8") for one in kept])
    except Wrong:
        (folder / ("refused-" + sha256(checkpoint).hex())).write_bytes(checkpoint)
        raise
    size, _ = open_checkpoint(text, vkey)
    for path, content in fetched.items():
        if ".p/" not in path:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
    (folder / ("checkpoint-%015d" % size)).write_bytes(checkpoint)


def main(arguments):
    read = lambda path: pathlib.Path(path).read_bytes()
    text = lambda path: read(path).decode("utf-8")
    command, count = arguments[0] if arguments else "", len(arguments)
    if command == "proof" and count in (3, 4):
        check_proof(arguments[1], text(arguments[2]), read(arguments[3]) if count == 4 else None)
    elif command == "paths" and count == 2:
        for path, *_ in tile_paths(int(text(arguments[1]).split("\n")[1])):
            print(path)
    elif command == "log" and count >= 3:
        folder = pathlib.Path(arguments[2])
        kept = [text(path) for path in arguments[3:]]
        check_log(arguments[1], text(folder / "checkpoint"), lambda path: read(folder / path), kept)
    elif command == "monitor" and count == 4:
        monitor(arguments[1], arguments[2].rstrip("/"), pathlib.Path(arguments[3]))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (urllib.error.URLError, http.client.HTTPException) as error:
        print("The log could not be downloaded: %s" % error, file=sys.stderr)
        sys.exit(3)
    except (Wrong, OSError, ValueError) as error:
        print("NO: %s" % error, file=sys.stderr)
        sys.exit(1)
