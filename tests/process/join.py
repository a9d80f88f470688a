#!/usr/bin/env python3
"""Joins a world as docs/protocol.md describes, in Python 3.11 and with nothing of Synchrono: a client that watches.

join.py HOST PORT SCENARIO.json CREDENTIALS.json prints one line of JSON about what the server answered.

Python's ssl module has neither pre-shared keys nor the exporter, so this calls OpenSSL itself by ctypes. libsodium
gives SipHash.
"""
import ctypes
import hashlib
import hmac
import json
import socket
import struct
import sys
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_size_t, c_uint64, c_void_p

TLS1_3 = 0x0304
CIPHER = "TLS_AES_128_GCM_SHA256"
SET_MIN_VERSION, SET_MAX_VERSION, SET_GROUPS_LIST = 123, 124, 92  # of SSL_CTX_ctrl
ssl, sodium = ctypes.CDLL("libssl.so.3"), ctypes.CDLL("libsodium.so.23")
for name, result, arguments in [
    ("TLS_client_method", c_void_p, []),
    ("SSL_CTX_new", c_void_p, [c_void_p]),
    ("SSL_CTX_ctrl", c_long, [c_void_p, c_int, c_long, c_void_p]),
    ("SSL_CTX_set_ciphersuites", c_int, [c_void_p, c_char_p]),
    ("SSL_CTX_set_psk_use_session_callback", None, [c_void_p, c_void_p]),
    ("SSL_new", c_void_p, [c_void_p]),
    ("SSL_set_fd", c_int, [c_void_p, c_int]),
    ("SSL_connect", c_int, [c_void_p]),
    ("SSL_session_reused", c_int, [c_void_p]),
    ("SSL_read", c_int, [c_void_p, c_char_p, c_int]),
    ("SSL_write", c_int, [c_void_p, c_char_p, c_int]),
    ("SSL_SESSION_new", c_void_p, []),
    ("SSL_SESSION_set1_master_key", c_int, [c_void_p, c_char_p, c_size_t]),
    ("SSL_SESSION_set_cipher", c_int, [c_void_p, c_void_p]),
    ("SSL_SESSION_set_protocol_version", c_int, [c_void_p, c_int]),
    ("SSL_CIPHER_find", c_void_p, [c_void_p, c_char_p]),
    ("SSL_export_keying_material", c_int,
     [c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_char_p, c_size_t, c_int]),
]:
    function = getattr(ssl, name)
    function.restype, function.argtypes = result, arguments


def connect(host, port, name, secret):
    """Returns the TLS connection and the session key."""
    identity = ctypes.create_string_buffer(name.encode())

    @ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(c_void_p), POINTER(c_size_t), POINTER(c_void_p))
    def use_session(connection, _digest, id_out, id_bytes_out, session_out):
        session = ssl.SSL_SESSION_new()
        ssl.SSL_SESSION_set1_master_key(session, secret, len(secret))
        ssl.SSL_SESSION_set_cipher(session, ssl.SSL_CIPHER_find(connection, b"\x13\x01"))
        ssl.SSL_SESSION_set_protocol_version(session, TLS1_3)
        session_out[0] = session
        id_out[0] = ctypes.addressof(identity)
        id_bytes_out[0] = len(name)
        return 1

    context = ssl.SSL_CTX_new(ssl.TLS_client_method())
    ssl.SSL_CTX_ctrl(context, SET_MIN_VERSION, TLS1_3, None)
    ssl.SSL_CTX_ctrl(context, SET_MAX_VERSION, TLS1_3, None)
    ssl.SSL_CTX_ctrl(context, SET_GROUPS_LIST, 0, ctypes.cast(c_char_p(b"X25519"), c_void_p))
    ssl.SSL_CTX_set_ciphersuites(context, CIPHER.encode())
    ssl.SSL_CTX_set_psk_use_session_callback(context, ctypes.cast(use_session, c_void_p))
    stream = socket.create_connection((host, port), timeout=30)
    stream.settimeout(None)  # OpenSSL uses the descriptor, which therefore blocks
    connection = ssl.SSL_new(context)
    ssl.SSL_set_fd(connection, stream.fileno())
    if ssl.SSL_connect(connection) != 1:
        sys.exit("the server does not accept the credential")
    if ssl.SSL_session_reused(connection) != 1:
        sys.exit("the server did not use the secret")
    key, label = ctypes.create_string_buffer(32), b"EXPORTER-synchrono-session"
    if ssl.SSL_export_keying_material(connection, key, 32, label, len(label), None, 0, 0) != 1:
        sys.exit("TLS exports no key")
    return (connection, stream, context, use_session), key.raw  # all of them must stay alive


def varint(number):
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def field(number, value):
    """Returns a field of protobuf: an int as a varint, bytes with their length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def fields(message):
    """Returns the fields of a message by number; of a repeated one the last."""
    found, at = {}, 0

    def read_varint():
        nonlocal at
        number = shift = 0
        while True:
            byte = message[at]
            at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    while at < len(message):
        tag = read_varint()
        if tag & 7 == 0:
            found[tag >> 3] = read_varint()
        else:
            size = read_varint()
            found[tag >> 3] = message[at:at + size]
            at += size
    return found


def read(connection, size):
    data = b""
    while len(data) < size:
        chunk = ctypes.create_string_buffer(size - len(data))
        got = ssl.SSL_read(connection[0], chunk, len(chunk))
        if got <= 0:
            sys.exit("the server closed the connection")
        data += chunk.raw[:got]
    return data


def tag_of(key, data):
    tag = ctypes.create_string_buffer(16)
    sodium.crypto_shorthash_siphashx24(tag, data, c_uint64(len(data)), key)
    return tag.raw


def main():
    host, port, scenario, credentials = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    own = json.load(open(credentials, encoding="utf-8"))["credentials"][0]
    connection, key = connect(host, port, own["name"], bytes.fromhex(own["secret"]))
    scenario_id = hashlib.blake2b(open(scenario, "rb").read(), digest_size=16).digest()
    join = field(1, 4) + field(2, scenario_id) + field(6, field(1, b""))  # the whole world, and no agents
    frame = field(1, join)
    if ssl.SSL_write(connection[0], struct.pack(">I", len(frame)) + frame, 4 + len(frame)) != 4 + len(frame):
        sys.exit("the server closed the connection")
    answer = fields(read(connection, struct.unpack(">I", read(connection, 4))[0]))
    if 1 not in answer:
        sys.exit("declined: " + fields(answer[2])[2].decode())
    accepted = fields(answer[1])
    session, udp_port = accepted[1], accepted[3]

    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.settimeout(30)
    datagrams.connect((host, udp_port))
    sealed = struct.pack("<IQ", session, 1) + field(3, 1)  # ClientUpdate with `request`
    datagrams.send(sealed + tag_of(key[:16], sealed))
    update = datagrams.recv(60_000)
    head_bytes = struct.unpack_from("<H", update, 36)[0]
    covered = update[:38 + head_bytes]
    print(json.dumps({
        "session": session,
        "heartbeat_ns": accepted[4],
        "answer_is_sealed": hmac.compare_digest(update[38 + head_bytes:54 + head_bytes], tag_of(key[16:], covered)),
        "answer_is_ours": struct.unpack_from("<I", update)[0] == session,
    }))


main()
