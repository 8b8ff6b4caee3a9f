internal import Encodings

/// An HTTP response to a request, before it is parsed as JSON-RPC (JSON-RPC 2.0 §5).
struct RPCAnswer {
  let request: RPCRequest
  let id: String
  let endpoint: Int
  let status: Int
  let body: [UInt8]

  private static let limits = JSONLimits(maxBytes: NEARRPCClient.maximumAnswerBytes, maxDepth: 32)

  /// The `result`, which is an object for every method that this library calls.
  ///
  /// Nodes send some errors with an HTTP error status (408, 422, 500), so a JSON-RPC error is accepted with any
  /// status. A result is accepted only with a 2xx status.
  func result() throws(RPCProblem) -> JSONObjectReader {
    let isSuccess = (200..<300).contains(status)
    let envelope: JSONObject
    do throws(JSONError) {
      envelope = try JSONObjectReader(JSONParser.parse(body, limits: Self.limits)).object
    } catch {
      throw isSuccess ? malformed("is not the JSON expected (\(error.codeName))") : httpStatus
    }
    let error = envelope["error"].flatMap { $0.isNull ? nil : $0 }
    let result = envelope["result"].flatMap { $0.isNull ? nil : $0 }
    guard envelope["jsonrpc"]?.string == "2.0", (error == nil) != (result == nil),
      error.map({ $0.object != nil }) ?? true
    else { throw isSuccess ? malformed("is not JSON-RPC 2.0") : httpStatus }
    guard envelope["id"]?.string == id else {
      // If the server could not read the id of a request, its error has none (§5) and contains no information about
      // the request.
      throw isSuccess ? failure(.wrongID, "It answered another request.") : httpStatus
    }
    if let object = error?.object { throw problem(RPCErrorObject(object)) }
    guard isSuccess else { throw httpStatus }
    guard let object = result?.object else { throw malformed("has a result that is not an object") }
    if request.method == "query", let text = object["error"]?.string {
      throw problem(text: text, at: RPCErrorObject.block(in: object))
    }
    return JSONObjectReader(object, path: "result")
  }

  /// The failure for a body with an unexpected format.
  func malformed(_ problem: String) -> RPCProblem { failure(.malformedAnswer, "Its answer \(problem).") }

  func failure(_ code: NEARRPCFailure.Code, _ reason: String) -> RPCProblem {
    .endpoint(NEARRPCFailure(endpoint: endpoint, code: code, reason: reason))
  }

  private var httpStatus: RPCProblem { failure(.httpStatus, "It answered HTTP status \(status).") }
}

// Members that several answers have in common.

extension JSONObjectReader {
  /// The block from which an answer was read.
  func block(
    height: String = "block_height", hash: String = "block_hash"
  ) throws -> NEARBlockReference {
    let height = try requiredUInt64(height)
    guard let block = NEARBlockReference(height: height, hash: try requiredString(hash)) else {
      throw JSONError(code: .wrongType, reason: "\(path(of: hash)) must be 32 bytes in base58")
    }
    return block
  }

  /// An amount in yoctoNEAR. It is a string, because JSON numbers cannot represent it exactly.
  func amount(_ key: String) throws -> NEARAmount { try NEARAmount(parsingYocto: requiredString(key)) }

  /// An amount in yoctoNEAR; nil if the member is absent.
  func optionalAmount(_ key: String) throws -> NEARAmount? {
    try optionalString(key).map { try NEARAmount(parsingYocto: $0) }
  }

  /// The hash of a block or transaction.
  func hash(_ key: String) throws -> String {
    let hash = try requiredString(key)
    guard NEARBlockReference.isHash(hash) else {
      throw JSONError(code: .wrongType, reason: "\(path(of: key)) must be 32 bytes in base58")
    }
    return hash
  }
}
