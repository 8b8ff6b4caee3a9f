/// The answer of a ``PhotoDecoder`` process: a photo or the number of a refusal.
///
/// A photo is a zero byte, and for each of ``Photo/sides`` the length of the file in four bytes, the highest first, and the file.
/// An image can have taken over the process, so each answer is checked completely.
struct PhotoAnswer {
  /// The most bytes of an answer. The files of noise, the worst image, have 220 KB together.
  static let limit = 1 << 20

  /// The refusals by their numbers, which begin with 1. Both processes are the same program.
  private let refusals: [PhotoError]

  init(limits: PhotoLimits) {
    refusals = [
      .damaged, limits.tooManyPixels, limits.tooManyFrames, .libraryMissing, .libraryUnusable, .notRestricted,
      .writingFailed, .unsupportedFormat, .vectorGraphic, limits.tooLarge,
    ]
  }

  func bytes(of result: Result<Photo, PhotoError>) -> [UInt8] {
    switch result {
    case .success(let photo):
      photo.renditions.reduce(into: [0]) { answer, rendition in
        answer += (0..<4).reversed().map { UInt8(truncatingIfNeeded: rendition.bytes.count >> ($0 * 8)) }
        answer += rendition.bytes
      }
    case .failure(let error):
      [UInt8((refusals.firstIndex { $0.reason == error.reason } ?? 0) + 1)]
    }
  }

  /// Reads an answer; nil if it is not one.
  func result(_ answer: [UInt8]) -> Result<Photo, PhotoError>? {
    guard let first = answer.first else { return nil }
    guard first == 0 else {
      guard answer.count == 1, first <= refusals.count else { return nil }
      return .failure(refusals[Int(first) - 1])
    }
    var rest = answer.dropFirst()
    var renditions: [Photo.Rendition] = []
    for side in Photo.sides {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      let bytes = Array(rest.prefix(length))
      guard bytes.count == length, PlainJPEG.isSquare(bytes, side: side) else { return nil }
      rest = rest.dropFirst(length)
      renditions.append(Photo.Rendition(side: side, bytes: bytes))
    }
    return rest.isEmpty ? .success(Photo(renditions: renditions)) : nil
  }
}
