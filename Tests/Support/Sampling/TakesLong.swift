public import Testing

/// Why a test takes more than 20 seconds. The end of `make test` prints it beside the time.
public struct TakesLong: TestTrait, SuiteTrait {
  private let reason: Comment

  public var comments: [Comment] { [reason] }

  init(reason: Comment) { self.reason = reason }
}

extension Trait where Self == TakesLong {
  public static func takesLong(_ reason: Comment) -> Self { TakesLong(reason: reason) }
}
