import CMicroHTTPD
import HTTPCore

/// The head of a request in libmicrohttpd's memory, lent for the length of a callback.
struct RequestHeadSource {
  /// The connection.
  let connection: OpaquePointer
  /// The method, zero-terminated.
  let method: UnsafePointer<CChar>
  /// The target, zero-terminated; the library has cut it at "?".
  let target: UnsafePointer<CChar>
  /// The version, zero-terminated.
  let version: UnsafePointer<CChar>

  /// One field line as the library read it.
  struct Line {
    let name: UnsafeRawBufferPointer
    let value: UnsafeRawBufferPointer
  }

  /// Calls `body` for each field line in order until it answers `false`.
  func forEachLine(_ body: (Line) -> Bool) {
    withoutActuallyEscaping(body) { body in
      var visitor = Visitor(body: body)
      withUnsafeMutablePointer(to: &visitor) { pointer in
        doorward_mhd_each_field(connection, microHTTPDVisitLine, pointer)
      }
    }
  }

  /// The length of the header section with the request line.
  var size: Int { doorward_mhd_header_size(connection) }

  fileprivate struct Visitor {
    let body: (Line) -> Bool
  }
}

/// Passes one field line on.
private func microHTTPDVisitLine(
  _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
  _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
  guard let context else { return .NO }
  let line = RequestHeadSource.Line(
    name: UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameSize),
    value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize))
  let visitor = context.assumingMemoryBound(to: RequestHeadSource.Visitor.self)
  return visitor.pointee.body(line) ? .YES : .NO
}
