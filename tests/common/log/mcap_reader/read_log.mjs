// Reads one log with @mcap/core, decodes it by nothing but the schemas inside it, and prints what it found as
// JSON. It reads the log in two ways, by the index at the end and record by record from the start, and checks
// every checksum. An error ends the script with a message and exit code 1.
import { open, readFile } from "node:fs/promises";

import { McapIndexedReader, McapStreamReader } from "@mcap/core";
import { decompress } from "fzstd";
import protobuf from "protobufjs";
import descriptor from "protobufjs/ext/descriptor/index.js";

const path = process.argv[2];
const decompressHandlers = { zstd: (bytes, size) => decompress(bytes, new Uint8Array(Number(size))) };

/// Returns the message type of a schema record, as protobufjs represents it.
function typeOf(schema) {
    if (schema.encoding !== "protobuf") throw new Error(`schema ${schema.name} is ${schema.encoding}`);
    const root = protobuf.Root.fromDescriptor(descriptor.FileDescriptorSet.decode(schema.data));
    root.resolveAll();
    return root.lookupType(schema.name);
}

function plain(type, bytes) {
    return type.toObject(type.decode(bytes), { longs: String, enums: String, bytes: String });
}

const file = await open(path, "r");
const readable = {
    size: async () => BigInt((await file.stat()).size),
    read: async (offset, length) => {
        const buffer = new Uint8Array(Number(length));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, Number(offset));
        if (bytesRead !== buffer.length) throw new Error("read past the end");
        return buffer;
    },
};
const indexed = await McapIndexedReader.Initialize({ readable, decompressHandlers });
const types = new Map();
for (const schema of indexed.schemasById.values()) types.set(schema.name, typeOf(schema));

const messages = [];
for await (const message of indexed.readMessages({ validateCrcs: true })) {
    const channel = indexed.channelsById.get(message.channelId);
    const schema = indexed.schemasById.get(channel.schemaId);
    const value = plain(types.get(schema.name), message.data);
    if (value.state !== undefined) {
        // An Any: the type that it names is another schema of the same file.
        const type = types.get(value.state.type_url.split("/").pop());
        value.state = plain(type, Buffer.from(value.state.value, "base64"));
    }
    messages.push({
        topic: channel.topic,
        sequence: message.sequence,
        log_time: message.logTime.toString(),
        publish_time: message.publishTime.toString(),
        value,
    });
}
const metadata = [];
for await (const record of indexed.readMetadata()) {
    metadata.push({ name: record.name, facts: Object.fromEntries(record.metadata) });
}
await file.close();

let streamed = 0;
const stream = new McapStreamReader({ decompressHandlers, validateCrcs: true });
stream.append(await readFile(path));
for (let record = stream.nextRecord(); record; record = stream.nextRecord()) {
    if (record.type === "Message") ++streamed;
}
if (!stream.done()) throw new Error("the records do not end with the file");

console.log(JSON.stringify({
    schemas: [...types.keys()].sort(),
    channels: [...indexed.channelsById.values()].map((channel) => channel.topic).sort(),
    chunks: indexed.chunkIndexes.length,
    counted: Number(indexed.statistics.messageCount),
    streamed,
    metadata,
    messages,
}));
