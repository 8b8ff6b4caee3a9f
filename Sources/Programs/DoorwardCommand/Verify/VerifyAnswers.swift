import Encodings

/// Answers lines with one kind of check, in the order of the input.
///
/// Lines that arrive together are divided among one copy of the check per processor. A small number of lines is not
/// divided.
struct VerifyAnswers {
  private static let worthDividing = 16
  /// Deep enough for the deepest accepted token or key set, nested one level down.
  private static let limits = JSONLimits(maxBytes: LineReader.maximumLength, maxDepth: 32)

  private var workers: [any VerifyKind]
  /// Whether every line so far was valid.
  private(set) var areAllValid = true

  init(kind: any VerifyKind, parallelism: Int) {
    workers = Array(repeating: kind, count: max(1, parallelism))
  }

  /// The answers to a batch of lines, each with its line end.
  mutating func answer(_ lines: [LineReader.Line]) async -> [UInt8] {
    guard workers.count > 1, lines.count >= Self.worthDividing else {
      let part = Self.answer(lines[...], with: workers[0])
      take(part, from: 0)
      return part.text
    }
    let size = (lines.count + workers.count - 1) / workers.count
    let parts = await withTaskGroup(of: (Int, Part).self) { group in
      for (index, worker) in workers.enumerated() {
        let slice = lines[min(index * size, lines.count)..<min((index + 1) * size, lines.count)]
        group.addTask { (index, Self.answer(slice, with: worker)) }
      }
      return await group.reduce(into: [Int: Part]()) { $0[$1.0] = $1.1 }
    }
    var text: [UInt8] = []
    for index in workers.indices {
      guard let part = parts[index] else { continue }
      take(part, from: index)
      text += part.text
    }
    return text
  }

  private mutating func take(_ part: Part, from worker: Int) {
    workers[worker] = part.worker
    areAllValid = areAllValid && part.areAllValid
  }

  /// The answers of one worker, and the worker's state afterwards.
  private struct Part: Sendable {
    var worker: any VerifyKind
    var text: [UInt8] = []
    var areAllValid = true
  }

  private static func answer(_ lines: ArraySlice<LineReader.Line>, with worker: any VerifyKind) -> Part {
    var part = Part(worker: worker)
    for line in lines {
      let answer: JSONObject
      do {
        answer = try check(line, with: &part.worker)
      } catch {
        part.areAllValid = false
        answer = refusal(error)
      }
      part.text += answer.serialized()
      part.text.append(UInt8(ascii: "\n"))
    }
    return part
  }

  private static func check(_ line: LineReader.Line, with worker: inout any VerifyKind) throws -> JSONObject {
    guard case .bytes(let bytes) = line else {
      throw JSONError(code: .tooLarge, reason: "the line is longer than \(LineReader.maximumLength) bytes")
    }
    let proof = try JSONObjectReader(JSONParser.parse(bytes, limits: limits))
    var answer: JSONObject = ["valid": true]
    for (name, value) in try worker.check(proof) { answer[name] = value }
    return answer
  }

  private static func refusal(_ error: any Error) -> JSONObject {
    let coded = error as? any CodedError
    return [
      "valid": false, "code": .string(coded?.codeName ?? "internal_error"),
      "detail": .string(coded?.reason ?? "\(error)"),
    ]
  }
}
