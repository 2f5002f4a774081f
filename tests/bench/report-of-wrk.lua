-- A POST of the file that is named behind the address; what came of it as one line of JSON.
function init(arguments)
  wrk.method = "POST"
  wrk.body = io.open(arguments[1], "rb"):read("*a")
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"requestsPerSecond":%.3f,"p50Ms":%.4f,"p99Ms":%.4f,"failed":%d}\n',
    summary.requests,
    summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
