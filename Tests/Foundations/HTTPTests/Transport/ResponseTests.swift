import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSockets
import Testing

@Suite("Responses on the wire", .timeLimit(.minutes(5)))
struct ResponseTests {
  @Test(
    "A date has the form of HTTP (RFC 9110 §5.6.7)",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
      (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
  func dateIsIMFFixdate(_ seconds: Int, _ text: String) {
    #expect(HTTPDate.text(secondsSince1970: seconds) == text)
  }

  @Test("204 and 304 have neither body nor length (RFC 9110 §8.6)", arguments: [204, 304])
  func noContentHasNoLength(_ status: Int) async throws {
    try await withServer(responder: { _ in HTTPResponse(status: status, body: [1, 2, 3]) }) { server in
      let client = try server.client()
      await client.send(
        "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      for _ in 0..<2 {
        let response = try #require(try await client.response())
        #expect(response.status == status)
        #expect(response.fields["Content-Length"] == nil)
      }
      #expect(await client.readToEnd() == [])
    }
  }

  @Test("A handler cannot set the fields that the transport sets")
  func transportFieldsAreItsOwn() async throws {
    try await withServer(responder: { _ in
      HTTPResponse(
        status: 200,
        fields: [
          "Content-Length": "99", "Transfer-Encoding": "chunked", "Connection": "keep-alive", "Date": "never",
        ], body: [7])
    }) { server in
      let client = try server.client()
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let response = try #require(try await client.response())
      #expect(response.fields["Content-Length"] == "1")
      #expect(!response.fields.contains("Transfer-Encoding"))
      #expect(!response.fields.contains("Connection"))
      #expect(response.fields.values(for: "Date").count == 1)
      #expect(response.fields["Date"] != "never")
    }
  }

  @Test("A response larger than the socket's buffers arrives completely")
  func largeResponse() async throws {
    let body = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try await withServer(responder: { _ in HTTPResponse(status: 200, body: body) }) { server in
      let client = try server.client()
      await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      let bytes = try #require(await client.readToEnd())
      #expect(bytes.suffix(body.count).elementsEqual(body))
    }
  }
}
