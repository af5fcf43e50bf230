# The server:  docker build -t grundy . && docker run --rm -p 8000:8000 grundy
# The kernels are compiled while the image is built, for any processor of its kind, so that the first visitor need not wait.
FROM python:3.13 AS build
COPY . /grundy
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /grundy

FROM python:3.13-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir "$(echo /wheels/*.whl)[web]" && useradd --create-home --uid 1000 grundy
USER 1000
WORKDIR /home/grundy
ENV NUMBA_CACHE_DIR=/home/grundy/.cache/numba NUMBA_CPU_NAME=generic
RUN python -m grundy.web.warm \
    && grundy solve domineering 4 4 > /dev/null \
    && grundy solve connect4 width=4 height=4 > /dev/null \
    && grundy sequence 0.16 --to 1000000 > /dev/null \
    && grundy prove wythoff > /dev/null
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/api/v1/games', timeout=4)"]
ENTRYPOINT ["grundy", "serve", "--host", "0.0.0.0", "--port", "8000"]
