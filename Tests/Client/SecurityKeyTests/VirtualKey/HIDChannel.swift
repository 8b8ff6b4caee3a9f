/// One side of CTAPHID (CTAP 2.1 §11.2): reports of 64 bytes from and to a client.
struct HIDChannel {
  static let reportLength = 64
  private static let broadcast: [UInt8] = [0xff, 0xff, 0xff, 0xff]
  private static let channel: [UInt8] = [1, 2, 3, 4]

  enum Command: UInt8 {
    case initialize = 0x06
    case cbor = 0x10
    case cancel = 0x11
    case error = 0x3f
  }

  /// A message of several reports that has not arrived completely.
  private struct Incoming {
    let command: UInt8
    let length: Int
    var data: [UInt8]
  }

  private var incoming: Incoming?

  /// Takes a report of the client. Returns the message that it completes.
  mutating func receive(_ report: [UInt8]) -> (command: Command, data: [UInt8])? {
    guard report.count == Self.reportLength else { return nil }
    if report[4] & 0x80 != 0 {
      incoming = Incoming(
        command: report[4] & 0x7f, length: Int(report[5]) << 8 | Int(report[6]), data: Array(report[7...]))
    } else {
      incoming?.data += report[5...]
    }
    guard let message = incoming, message.data.count >= message.length else { return nil }
    incoming = nil
    return Command(rawValue: message.command).map { ($0, Array(message.data.prefix(message.length))) }
  }

  /// The reports of a message to the client.
  static func reports(_ command: Command, _ data: [UInt8]) -> [[UInt8]] {
    let address = command == .initialize ? broadcast : channel
    let head = address + [command.rawValue | 0x80, UInt8(data.count >> 8), UInt8(data.count & 0xff)]
    var reports = [head + data.prefix(reportLength - 7)]
    var rest = data.dropFirst(reportLength - 7)
    var number: UInt8 = 0
    while !rest.isEmpty {
      reports.append(channel + [number] + rest.prefix(reportLength - 5))
      rest = rest.dropFirst(reportLength - 5)
      number += 1
    }
    return reports.map { $0 + [UInt8](repeating: 0, count: reportLength - $0.count) }
  }

  /// The answer to the request for a channel: the client's number, the channel, versions, and that the key speaks CBOR only.
  static func channelAnswer(_ nonce: [UInt8]) -> [UInt8] { nonce + channel + [2, 5, 4, 3, 0x04 | 0x08] }
}
